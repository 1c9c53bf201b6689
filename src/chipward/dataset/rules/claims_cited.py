"""Every claim has at least one citation, and each of them counts once."""

from collections.abc import Iterator

from chipward.dataset.claims import claims
from chipward.dataset.folder import Dataset
from chipward.dataset.rules.rule import Complaint, Rule


def _check(dataset: Dataset) -> Iterator[Complaint]:
    for document in dataset.documents:
        file = dataset.file_of(document)
        for place, citations in claims(document):
            if not citations:
                yield file, place, "is empty; cite the words that support what is said, or say nothing"
            for citation in dict.fromkeys(citations):
                if citations.count(citation) > 1:
                    yield file, place, f"names {citation} more than once; name it once"


RULE = Rule(
    name="claims-cited",
    reason="No claim without evidence, and the same words said twice are no more evidence than once.",
    check=_check,
)
