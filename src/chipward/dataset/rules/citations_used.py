"""Every citation carries a claim."""

from collections.abc import Iterator

from chipward.dataset.claims import claims
from chipward.dataset.folder import Dataset
from chipward.dataset.rules.rule import Complaint, Rule


def _check(dataset: Dataset) -> Iterator[Complaint]:
    for document in dataset.documents:
        used = {citation for _, citations in claims(document) for citation in citations}
        for at, citation in enumerate(document.citations):
            if citation.id not in used:
                sentence = f"{citation.id} carries no claim; name it where it belongs, or remove it"
                yield dataset.file_of(document), f"citations[{at}]", sentence


RULE = Rule(
    name="citations-used",
    reason="A quote that nothing leans on is somebody else's text without a need for it.",
    check=_check,
)
