"""New content has a new version."""

from collections.abc import Iterator

from chipward.dataset.folder import Dataset
from chipward.dataset.published import stale, version_key
from chipward.dataset.rules.rule import Complaint, Rule


def _check(dataset: Dataset) -> Iterator[Complaint]:
    for document in dataset.documents:
        file = dataset.file_of(document)
        if sentence := stale(document, dataset.lock):
            yield file, "version", sentence
        published = dataset.lock.files.get(document.id)
        newest = max(published.versions, key=version_key, default=document.version) if published else document.version
        if version_key(document.version) < version_key(newest):
            yield file, "version", f"is {document.version}, but {newest} is out already; give a higher one"


RULE = Rule(
    name="version-raised",
    reason="A version names one content, so that whoever cites it can be checked.",
    check=_check,
)
