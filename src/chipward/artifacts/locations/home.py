"""What a location reader yields: lines of files, and names of things in other artifacts."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from chipward.model.lines import EdgeKind


class Home(NamedTuple):
    """A line that says which line of which file it comes from."""

    line: int
    file: str  # as the text names it; empty: the file in which the unit begins
    home: int
    kind: EdgeKind = EdgeKind.EXACT
    columns: tuple[int, int] | None = None  # in the line of the file


class Name(NamedTuple):
    """A line that defines or mentions the name of something."""

    line: int
    name: str
    kind: EdgeKind = EdgeKind.EXACT


HomeReader = Callable[[str], Iterable[Home]]
NameReader = Callable[[str], Iterable[Name]]


def numbered(text: str) -> Iterable[tuple[int, str]]:
    """The lines of a text with their numbers, split at line feeds alone, as everybody else counts them."""
    return enumerate(text.split("\n"), start=1)
