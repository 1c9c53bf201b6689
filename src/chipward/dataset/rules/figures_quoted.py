"""A number of the tables of targets is spelled in one of its quotes, or a note says how it follows from them."""

import re
from collections.abc import Iterator

from chipward.dataset.folder import Dataset
from chipward.dataset.rules.rule import Complaint, Rule
from chipward.dataset.target_rows import target_rows


def _check(dataset: Dataset) -> Iterator[Complaint]:
    for table in (table for table in (dataset.targets, dataset.tpus) if table):
        for place, said in target_rows(table):
            quotes = [table.citation[name].exact for name in said.citations if name in table.citation]
            if not said.note and not any(_spells(quote, str(said.value)) for quote in quotes):
                sentence = f"is {said.value}, which stands in none of its quotes; correct it, or say how it follows"
                yield dataset.file_of(table), place, sentence


def _spells(quote: str, value: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(value)}(?!\w|\.\d)", quote) is not None


RULE = Rule(
    name="figures-quoted",
    reason="A wrong digit in a table looks like a right one, and it steers the code that is made.",
    check=_check,
)
