"""The change log tells of the current version."""

from collections.abc import Iterator

from chipward.dataset.folder import Dataset
from chipward.dataset.published import version_key
from chipward.dataset.rules.rule import Complaint, Rule


def _check(dataset: Dataset) -> Iterator[Complaint]:
    for document in dataset.documents:
        file = dataset.file_of(document)
        versions = [change.version for change in document.changes]
        if document.version not in versions:
            yield file, "changes", f"says nothing of version {document.version}; say what is new in it"
        if versions != sorted(set(versions), key=version_key, reverse=True):
            yield file, "changes", "is out of order; list each version once, the newest first"
        elif document.version in versions and versions[0] != document.version:
            yield file, "changes[0]", f"tells of {versions[0]}, but the file is {document.version}; raise its version"


RULE = Rule(
    name="change-log",
    reason="Whoever quoted an earlier version must be able to see what has changed since.",
    check=_check,
)
