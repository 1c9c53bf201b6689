"""The edges of a line map, found by a line of either end."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum
from itertools import chain

from chipward.model.artifact import ArtifactId
from chipward.model.lines import EdgeKind, LineMap
from chipward.model.trace import MapEntry, MapId

UNIT = EdgeKind.UNIT.weakness


class Side(Enum):
    """Which way edges are followed."""

    DOWN = "down"  # from the earlier text to the later one
    UP = "up"

    @property
    def opposite(self) -> "Side":
        """The other way."""
        return Side.UP if self is Side.DOWN else Side.DOWN


class MapIndex:
    """One map, ready to be followed."""

    def __init__(self, line_map: LineMap) -> None:
        self._ends: Mapping[Side, Sequence[dict[int, list[int]]]] = {side: tuple({} for _ in EdgeKind) for side in Side}
        down, up = self._ends[Side.DOWN], self._ends[Side.UP]
        for start, end, kind, _ in line_map:
            weakness = kind.weakness
            down[weakness].setdefault(start, []).append(end)
            up[weakness].setdefault(end, []).append(start)
        self._all_ends = {side: tuple(known.keys() for known in self._ends[side.opposite]) for side in Side}

    def ends(self, side: Side, weakness: int, lines: AbstractSet[int]) -> AbstractSet[int]:
        """The lines at the other end of the edges of one kind that leave these lines."""
        known = self._ends[side][weakness]
        if not known:
            return frozenset()
        # A line that becomes a whole text is common, and that text's edges need not be walked one by one.
        if len(lines) >= len(known) and lines >= known.keys():
            return self._all_ends[side][weakness]
        return set(chain.from_iterable(map(known.__getitem__, known.keys() & lines)))

    def edges(self, side: Side, line: int) -> Iterator[tuple[int, int]]:
        """The edges that leave a line: the line at the other end, and the weakness."""
        for weakness, known in enumerate(self._ends[side]):
            for end in known.get(line, ()):
                yield end, weakness


@dataclass(frozen=True)
class Door:
    """A map seen from one of its texts."""

    map: MapId
    beyond: ArtifactId  # the text on the other side


class Doors:
    """The maps that leave each text, in the order of the trace. A map is read when somebody goes through."""

    def __init__(self, entries: Iterable[MapEntry], read_map: Callable[[MapId], LineMap]) -> None:
        self._read_map = read_map
        self._indexes: dict[MapId, MapIndex] = {}
        self._leaving: dict[tuple[Side, ArtifactId], list[Door]] = {}
        for entry in entries:
            self._leaving.setdefault((Side.DOWN, entry.start), []).append(Door(entry.id, entry.end))
            self._leaving.setdefault((Side.UP, entry.end), []).append(Door(entry.id, entry.start))

    def leaving(self, artifact: ArtifactId, side: Side) -> Sequence[Door]:
        """The maps that lead on from a text."""
        return self._leaving.get((side, artifact), ())

    def index(self, identity: MapId) -> MapIndex:
        """A map, ready to be followed."""
        known = self._indexes.get(identity)
        if known is None:
            known = self._indexes[identity] = MapIndex(self._read_map(identity))
        return known
