"""Which lines of which texts a line became, or came from, and how that is known.

The twin of this file is ``web/src/lib/lines.ts``; both are held to ``tests/lines/cases.json``.

The texts of a trace are joined by maps, each from an earlier text *down* to a later one. A **way** goes from line to
line along edges, all down or all up. Its label is a pair: the weakness of its weakest edge (exact 0, inlined 1, fused
2, inferred 3, unit 4), then its number of edges. Labels are compared in that order, and less is better.

**What a line became.** Begin with the picked line, labelled (0, 0), and settle lines in the order of their labels: a
settled line labelled (w, n) offers the line at the end of each edge of weakness e < 4 the label (max(w, e), n + 1), and
a line is settled once, with the least label that it was offered. Then, for each text in which nothing but perhaps the
picked line was settled, edges of kind `unit` are followed from every settled line labelled (w, n), the picked one
included: the line at their end is labelled (4, n + 1), the least of these counts, and nothing is followed from there.
So a `unit` edge may end a way and never continues it, and serves a text only where no finer edge does. The picked line
itself is never reported, even where maps run in a circle.

**What it came from** is the same with every edge turned round.

**Kin** shares an ancestor or a descendant with the line. From everything settled above it (with its label, `unit` left
out) ways run down, and from everything settled below it ways run up, over edges finer than `unit` alone. A way turns
once and never again. Of the labels offered by both turns the least counts. A line that the picked one became or came
from, over a `unit` edge or not, is not its kin.

**The way to a text**, for a reader who asks how it is known, is the one to its best line: the least label, of these the
first line. It is found from its end: of the edges that offered this label, the one of the first map (in the order of
the trace), of these the one from the first line; and so on, back to the picked line. Of two turns that offered the
label, the one above counts.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from chipward.artifacts.map_index import UNIT, Doors, Side
from chipward.artifacts.spreading import Label, Labels, spread, with_units
from chipward.model.artifact import ArtifactId
from chipward.model.lines import EdgeKind, LineMap
from chipward.model.trace import MapId, Trace

_KINDS = tuple(EdgeKind)


class Relation(StrEnum):
    """How lines are related to the one that was picked. The order of definition is that of closeness."""

    BECAME = "became"
    CAME_FROM = "came-from"
    KIN = "kin"


@dataclass(frozen=True)
class Reached:
    """Lines of one text that are related to the picked line."""

    lines: tuple[int, ...]
    kinds: tuple[EdgeKind, ...]  # of the way to each line
    relation: Relation

    @property
    def strong(self) -> bool:
        """Whether ways lead there without a turn."""
        return self.relation is not Relation.KIN


class LineGraph:
    """The texts of a trace and the maps between them. Maps are read when a line leads to them."""

    def __init__(self, trace: Trace, read_map: Callable[[MapId], LineMap]) -> None:
        self._doors = Doors(trace.maps, read_map)

    def family(self, artifact: ArtifactId, line: int) -> "Family":
        """Everything that is related to a line."""
        return Family(self._doors, artifact, line)

    def became(self, artifact: ArtifactId, line: int) -> Mapping[ArtifactId, Reached]:
        """For each text the lines that are related most closely to the picked one."""
        family = self.family(artifact, line)
        found: dict[ArtifactId, Reached] = {}
        for relation in reversed(Relation):
            found |= family.reached(relation)
        return found


class Family:
    """A line, and what is related to it."""

    def __init__(self, doors: Doors, artifact: ArtifactId, line: int) -> None:
        self._doors = doors
        self._picked = (artifact, line)
        start: Labels = {artifact: {line: (0, 0)}}
        self._fine_down, self._fine_up = spread(doors, start, Side.DOWN), spread(doors, start, Side.UP)
        self._down = with_units(doors, self._fine_down, Side.DOWN, artifact)
        self._up = with_units(doors, self._fine_up, Side.UP, artifact)

    @cached_property
    def _turned_above(self) -> Labels:
        return spread(self._doors, self._fine_up, Side.DOWN)

    @cached_property
    def _turned_below(self) -> Labels:
        return spread(self._doors, self._fine_down, Side.UP)

    def reached(self, relation: Relation) -> Mapping[ArtifactId, Reached]:
        """The lines that are related in this manner, text by text."""
        found: dict[ArtifactId, Reached] = {}
        for artifact, labels in self._labels(relation).items():
            if lines := tuple(sorted(labels)):
                found[artifact] = Reached(lines, tuple(_KINDS[labels[line][0]] for line in lines), relation)
        return found

    def way(self, artifact: ArtifactId, relation: Relation) -> tuple[MapId, ...]:
        """The maps along the best way to a text, from the picked line on; none if no way leads there."""
        best = self._best(artifact, relation)
        return () if best is None else tuple(self._back(relation, artifact, *best))[::-1]

    def distance(self, artifact: ArtifactId, relation: Relation) -> int:
        """How many maps the best way to a text leads over; 0 if no way leads there."""
        best = self._best(artifact, relation)
        return 0 if best is None else best[1][1]

    def _best(self, artifact: ArtifactId, relation: Relation) -> tuple[int, Label] | None:
        labels = self._labels(relation).get(artifact)
        return min(labels.items(), key=lambda found: (found[1], found[0])) if labels else None

    def _labels(self, relation: Relation) -> Labels:
        if relation is Relation.KIN:
            return self._kin()
        artifact, picked = self._picked
        labels = self._down if relation is Relation.BECAME else self._up
        own = {line: label for line, label in labels[artifact].items() if line != picked}
        return {**labels, artifact: own}

    def _kin(self) -> Labels:
        found: dict[ArtifactId, dict[int, Label]] = {}
        for turned in (self._turned_above, self._turned_below):
            for artifact, labels in turned.items():
                closer = self._down.get(artifact, {}).keys() | self._up.get(artifact, {}).keys()
                kin = found.setdefault(artifact, {})
                for line in labels.keys() - closer:
                    kin[line] = min(labels[line], kin.get(line, labels[line]))
        return found

    def _back(self, relation: Relation, artifact: ArtifactId, line: int, label: Label) -> Iterator[MapId]:
        # Yields the maps from the end of the way to the picked line.
        legs = [(Side.DOWN, self._down)] if relation is Relation.BECAME else [(Side.UP, self._up)]
        if relation is Relation.KIN:
            if self._turned_above.get(artifact, {}).get(line) == label:
                legs = [(Side.DOWN, self._turned_above), (Side.UP, self._up)]
            else:
                legs = [(Side.UP, self._turned_below), (Side.DOWN, self._down)]
        for place, (side, labels) in enumerate(legs):
            before = legs[place + 1][1] if place + 1 < len(legs) else {self._picked[0]: {self._picked[1]: (0, 0)}}
            while before.get(artifact, {}).get(line) != label:
                identity, artifact, line, label = self._step_back(side, labels, artifact, line, label)
                yield identity

    def _step_back(
        self, side: Side, labels: Labels, artifact: ArtifactId, line: int, label: Label
    ) -> tuple[MapId, ArtifactId, int, Label]:
        # Whatever has a label was offered it by an edge, so there is one.
        return next(self._offers(side.opposite, labels, artifact, line, label))

    def _offers(
        self, back: Side, labels: Labels, artifact: ArtifactId, line: int, label: Label
    ) -> Iterator[tuple[MapId, ArtifactId, int, Label]]:
        for door in self._doors.leaving(artifact, back):
            known = labels.get(door.beyond, {})
            for start, weakness in sorted(self._doors.index(door.map).edges(back, line)):
                if start in known and known[start][0] < UNIT and _extended(known[start], weakness) == label:
                    yield door.map, door.beyond, start, known[start]


def _extended(label: Label, weakness: int) -> Label:
    return max(label[0], weakness), label[1] + 1
