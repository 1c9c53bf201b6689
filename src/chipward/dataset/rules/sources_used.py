"""Every source is quoted."""

from collections.abc import Iterator

from chipward.dataset.folder import Dataset
from chipward.dataset.rules.rule import Complaint, Rule


def _check(dataset: Dataset) -> Iterator[Complaint]:
    for document in dataset.documents:
        quoted = {citation.source for citation in document.citations}
        for at, source in enumerate(document.sources):
            if source.id not in quoted:
                yield dataset.file_of(document), f"sources[{at}]", f"{source.id} is never quoted; quote it or remove it"


RULE = Rule(
    name="sources-used",
    reason="A list of sources says what the file rests on, and must not be longer than the truth.",
    check=_check,
)
