"""Quotes are short."""

from collections.abc import Iterator

from chipward.dataset.folder import Dataset
from chipward.dataset.rules.rule import Complaint, Rule
from chipward.model.citation import MAX_QUOTE


def _check(dataset: Dataset) -> Iterator[Complaint]:
    for document in dataset.documents:
        for at, citation in enumerate(document.citations):
            if len(citation.exact) > MAX_QUOTE:
                sentence = f"has {len(citation.exact)} characters; quote {MAX_QUOTE} at most"
                yield dataset.file_of(document), f"citations[{at}].exact", sentence


RULE = Rule(
    name="quotes-short",
    reason="A quote is evidence for a claim, not a copy of somebody else's work.",
    check=_check,
)
