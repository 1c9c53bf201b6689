"""A file is called what its id says."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from chipward.dataset.folder import Dataset
from chipward.dataset.rules.rule import Complaint, Rule


def _check(dataset: Dataset) -> Iterator[Complaint]:
    for explainer in dataset.explainers:
        file = dataset.file_of(explainer)
        if PurePosixPath(file).stem != explainer.id:
            yield file, "id", f"is {explainer.id!r}; name the file {explainer.id}.json, or correct the id"


RULE = Rule(
    name="file-named-by-id",
    reason="The id stands in addresses and in the lock, and must lead back to the file.",
    check=_check,
    joint=True,
)
