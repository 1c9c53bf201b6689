"""How hops are known, told once each: a number where a way goes over it, and the method in a note at the end."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from rich.console import RenderableType
from rich.text import Text

from chipward.artifacts.describe import Hop
from chipward.cli.say import plain
from chipward.cli.showing.layout import under
from chipward.model.artifact import ArtifactId
from chipward.site.words import number

_COVERED_TOLD = 4  # texts of which it is told how much a method covers; each hop of -v has the others


class Notes:
    """The methods that were named so far, numbered as they came."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._covered: dict[tuple[str, ArtifactId], tuple[int, int]] = {}  # by method and text: mapped, lines

    def mark(self, hops: Iterable[Hop]) -> str:
        """Name the methods of hops: ``[1 3]``; nothing where there is no hop."""
        found: dict[int, None] = {}
        for hop in hops:
            found[self._numbers.setdefault(hop.method, len(self._numbers) + 1)] = None
            self._covered[hop.method, hop.end] = (hop.mapped, hop.lines)
        return f"[{' '.join(map(str, found))}]" if found else ""

    def told(self, *, covered: bool) -> Iterator[RenderableType]:
        """The methods, each with its number, and how much of the texts it covers where that is not told elsewhere."""
        notes = []
        for method, mark in self._numbers.items():
            covers = f" Lines mapped: {self._coverage(method)}." if covered else ""
            notes.append(Text.assemble((f"[{mark}] ", "bold"), f"{plain(method)}.", (covers, "dim")))
        yield from under("How this is known", notes)

    def _coverage(self, method: str) -> str:
        told = []
        here = [(end, counts) for (named, end), counts in self._covered.items() if named == method]
        for _, group in groupby(here, key=lambda found: found[0].partition("/")[0]):
            parts = [(end, f"{mapped:,} of {lines:,}") for end, (mapped, lines) in group]
            told += [" ".join(parts[0]), *(f"{end.partition('/')[2]} {counts}" for end, counts in parts[1:])]
        rest = f" and {number(len(told) - _COVERED_TOLD, 'more text')}" if len(told) > _COVERED_TOLD else ""
        return f"{', '.join(told[:_COVERED_TOLD])}{rest}"
