"""Texts hold no characters that cannot be seen."""

import unicodedata
from collections.abc import Iterator

from chipward.dataset.complaints import place_in
from chipward.dataset.folder import Dataset
from chipward.dataset.rules.rule import Complaint, Rule

_QUOTED = ("exact", "prefix", "suffix")  # source text, in which line ends and tabs are in order
_INVISIBLE = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")


def _check(dataset: Dataset) -> Iterator[Complaint]:
    for document in dataset.documents:
        for place, text in _texts((), document.model_dump(mode="json", by_alias=True)):
            allowed = "\n\t" if place[0] == "citations" and place[-1] in _QUOTED else ""
            for character in () if text.isprintable() else dict.fromkeys(text):
                if unicodedata.category(character) in _INVISIBLE and character not in allowed:
                    sentence = f"holds the invisible character U+{ord(character):04X}; take it out"
                    yield dataset.file_of(document), place_in(place), sentence


def _texts(place: tuple[int | str, ...], value: object) -> Iterator[tuple[tuple[int | str, ...], str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts((*place, key), inner)
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _texts((*place, at), inner)


RULE = Rule(
    name="text-clean",
    reason="A reader must see all that is said, and nothing may turn text around or hide in it.",
    check=_check,
    joint=True,  # a terminal would obey it
)
