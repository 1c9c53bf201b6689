"""Whether two optimised programs are the same but for where they say that they come from."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from chipward.artifacts.xla.hlo_places import SECTIONS
from chipward.artifacts.xla.stable import stable_hlo
from chipward.artifacts.xla.tags import without_tags

_METADATA = re.compile(r',? ?\bmetadata=\{(?:[^"{}]|"[^"\\]*(?:\\.[^"\\]*)*")*\}')
_ROW = re.compile(r"\d+ [\"{]")
_NAME = re.compile(r"%[\w.\-]+")
_LONGEST = 120  # characters of a line that is quoted
IDENTICAL = "text-identical without metadata"
RENAMED = "identical but for the names of instructions"


@dataclass(frozen=True)
class Comparison:
    """What came of comparing two programs."""

    same: bool
    why: str  # how they are the same, or the first difference
    lines: tuple[tuple[int, int], ...] = ()  # of the same instruction in the one and in the other text


def without_metadata(text: str) -> str:
    """HLO text as it reads without metadata, tags and tables of places, and with the keys of its settings in order."""
    return "".join(f"{line}\n" for _, line in _code(text))


def bare_hlo(text: str) -> str:
    """HLO text without metadata, tags and tables of places, its computations still apart."""
    told: list[str] = []
    in_tables = False
    for line in stable_hlo(text).split("\n"):
        if line in SECTIONS:
            in_tables = True
        elif not (in_tables and (line.strip() == "" or _ROW.match(line))):
            in_tables = False
            if line.strip() or told[-1:] != [""]:
                told.append(without_tags(_METADATA.sub("", line)).rstrip())
    return "\n".join(told)


def same_program(plain: str, tagged: str) -> Comparison:
    """Compare two texts of optimised HLO, whichever metadata they carry."""
    one, other = list(_code(plain)), list(_code(tagged))
    lines = tuple((left[0], right[0]) for left, right in zip(one, other, strict=False))
    if [line for _, line in one] == [line for _, line in other]:
        return Comparison(same=True, why=IDENTICAL, lines=lines)
    ours, theirs = _Names(), _Names()
    for (_, left), (_, right) in zip(one, other, strict=False):
        if ours.numbered(left) != theirs.numbered(right):
            return Comparison(same=False, why=f"The first difference: {_short(left)} became {_short(right)}")
    if len(one) != len(other):
        return Comparison(same=False, why=f"The one text has {len(one)} lines of code, the other {len(other)}")
    return Comparison(same=True, why=RENAMED, lines=lines)


class _Names:
    """Names of instructions and computations, by the order in which they first appear."""

    def __init__(self) -> None:
        self._numbers: dict[str, str] = {}

    def numbered(self, line: str) -> str:
        return _NAME.sub(lambda found: self._numbers.setdefault(found[0], f"%{len(self._numbers)}"), line)


def _code(text: str) -> Iterator[tuple[int, str]]:
    in_tables = False
    for number, line in enumerate(stable_hlo(text).split("\n"), start=1):
        if line in SECTIONS:
            in_tables = True
        elif not (line.strip() == "" or (in_tables and _ROW.match(line))):
            in_tables = False
            yield number, without_tags(_METADATA.sub("", line)).rstrip()


def _short(line: str) -> str:
    said = line.strip()
    return said if len(said) <= _LONGEST else f"{said[: _LONGEST - 1]}…"
