"""Line maps: which lines of one text became which lines of another, and how that is known.

A map runs from the earlier text (nearer to the user's code) to the later one. Composing two maps joins them on
the text in the middle; a composed edge is as strong as the weakest edge on its way.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, Self


class EdgeKind(StrEnum):
    """How an edge is known. The order of definition is the order of strength, strongest first."""

    EXACT = "exact"  # the tool says so, line to line
    INLINED = "inlined"  # through a call that was inlined; the outer place is credited
    FUSED = "fused"  # several lines became one; all are kept
    INFERRED = "inferred"  # by a method of chipward's own, which the map names
    UNIT = "unit"  # only this: the whole came from these lines

    @property
    def weakness(self) -> int:
        """0 for exact, 4 for unit."""
        return _WEAKNESS[self]


_WEAKNESS = {kind: weakness for weakness, kind in enumerate(EdgeKind)}


def weakest(*kinds: EdgeKind) -> EdgeKind:
    """The kind of a way that leads over edges of these kinds."""
    return max(kinds, key=_WEAKNESS.__getitem__)


class Edge(NamedTuple):
    """One line became (part of) another. Lines count from 1; columns, in characters, from 0, the end excluded."""

    start: int
    end: int
    kind: EdgeKind
    columns: tuple[int, int] | None = None  # in the line at the start: the expression, not the whole line


@dataclass(frozen=True)
class LineMap:
    """Edges between the lines of two texts, sorted. Where several join the same lines, the strongest kind is kept.

    Equally strong ones become one, whose columns span theirs; columns are unknown if one of theirs is.
    """

    edges: tuple[Edge, ...]

    @classmethod
    def of(cls, edges: Iterable[Edge]) -> Self:
        """Make a map of edges in any order, repeated or not."""
        best: dict[tuple[int, int], Edge] = {}
        for edge in edges:
            known = best.get((edge.start, edge.end))
            best[edge.start, edge.end] = edge if known is None else _better(known, edge)
        return cls(tuple(best[ends] for ends in sorted(best)))

    @classmethod
    def identity(cls, lines: int) -> Self:
        """The map of a text of so many lines to itself."""
        return cls(tuple(Edge(line, line, EdgeKind.EXACT) for line in range(1, lines + 1)))

    def __iter__(self) -> Iterator[Edge]:
        """Walk the edges in order."""
        return iter(self.edges)

    def __len__(self) -> int:
        """How many edges there are."""
        return len(self.edges)

    def after(self, line: int) -> tuple[Edge, ...]:
        """The edges that start at a line; none if nothing is known of it."""
        return self.edges[bisect_left(self._starts, line) : bisect_right(self._starts, line)]

    def inverted(self) -> "LineMap":
        """The same edges, seen from the other side. Columns belong to the start and are left behind."""
        return LineMap.of(Edge(edge.end, edge.start, edge.kind) for edge in self.edges)

    def then(self, further: "LineMap") -> "LineMap":
        """Compose: from the lines where this map starts to the lines where the further one ends."""
        return LineMap.of(
            Edge(edge.start, on.end, weakest(edge.kind, on.kind), edge.columns)
            for edge in self.edges
            for on in further.after(edge.end)
        )

    @cached_property
    def starts(self) -> frozenset[int]:
        """The lines that became something."""
        return frozenset(self._starts)

    @cached_property
    def ends(self) -> frozenset[int]:
        """The lines that came from something."""
        return frozenset(edge.end for edge in self.edges)

    @cached_property
    def kinds(self) -> Mapping[EdgeKind, int]:
        """How many edges there are of each kind."""
        counted = Counter(edge.kind for edge in self.edges)
        return {kind: counted[kind] for kind in EdgeKind if counted[kind]}

    @cached_property
    def _starts(self) -> list[int]:
        return [edge.start for edge in self.edges]


def _better(one: Edge, other: Edge) -> Edge:
    # Does not tell the first from the second, so that the order in which edges arrive does not matter.
    if one.kind is not other.kind:
        return min(one, other, key=lambda edge: edge.kind.weakness)
    if one.columns is None or other.columns is None:
        return one._replace(columns=None)
    return one._replace(columns=(min(one.columns[0], other.columns[0]), max(one.columns[1], other.columns[1])))
