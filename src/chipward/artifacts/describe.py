"""What a line became and came from, in numbers, and how each hop on the way there is known.

The pieces of the sentence that `chipward show --line` prints: 3 C++ lines of 26, inferred; from Python by the files and
lines that the graph names, to C++ by the step that Inductor was generating code for.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from chipward.artifacts.at_stage import kind_at
from chipward.artifacts.line_graph import Family, LineGraph, Reached, Relation
from chipward.model.artifact import Artifact, ArtifactId
from chipward.model.lines import EdgeKind
from chipward.model.trace import MapEntry, MapId, Trace

LONGEST = 100  # hops; texts by the thousand, each made of the one before, would have ways by the million


@dataclass(frozen=True)
class Hop:
    """One map on the way, and how much of the text that it leads to it covers."""

    map: MapId
    start: ArtifactId  # where the way comes from, whichever way the map runs
    end: ArtifactId
    method: str
    mapped: int
    lines: int


@dataclass(frozen=True)
class Piece:
    """What is related to the line in one text."""

    artifact: ArtifactId
    relation: Relation
    count: int
    total: int
    noun: str  # fits the count: 1 ATen op, 2 ATen ops
    kinds: Mapping[EdgeKind, int]  # of the ways to these lines, strongest first
    hops: tuple[Hop, ...]  # the best way there; none where it is longer than anybody reads


def describe(
    trace: Trace, graph: LineGraph, artifact: ArtifactId, line: int, read_text: Callable[[ArtifactId], str]
) -> tuple[Piece, ...]:
    """Tell of a line: what it came from, then what it became; texts in the order of the trace. Kin is not counted."""
    artifacts = {one.id: one for one in trace.artifacts}
    maps = {entry.id: entry for entry in trace.maps}
    family = graph.family(artifact, line)
    pieces = []
    for relation in (Relation.CAME_FROM, Relation.BECAME):
        reached = family.reached(relation)
        for name, text in artifacts.items():
            if name in reached:
                hops = _hops(family, artifact, name, relation, maps)
                pieces.append(_piece(text, reached[name], read_text(name).split("\n")[: text.lines], hops))
    return tuple(pieces)


def _piece(artifact: Artifact, reached: Reached, lines: list[str], hops: tuple[Hop, ...]) -> Piece:
    kind = kind_at(artifact)
    found = [lines[line - 1] for line in reached.lines if line <= len(lines)]
    count, total, noun = kind.count(found), kind.count(lines), kind.noun
    if count == 0:
        # Nothing but brackets and headings: then lines are what can be counted.
        count, total, noun = len(found), len(lines), ("line", "lines")
    counted = Counter(reached.kinds)
    return Piece(
        artifact=artifact.id,
        relation=reached.relation,
        count=count,
        total=total,
        noun=noun[0] if count == 1 else noun[1],
        kinds={kind: counted[kind] for kind in EdgeKind if counted[kind]},
        hops=hops,
    )


def _hops(
    family: Family, start: ArtifactId, end: ArtifactId, relation: Relation, maps: Mapping[MapId, MapEntry]
) -> tuple[Hop, ...]:
    if family.distance(end, relation) > LONGEST:
        return ()
    return tuple(_walk(start, [maps[identity] for identity in family.way(end, relation)]))


def _walk(here: ArtifactId, way: Iterable[MapEntry]) -> Iterable[Hop]:
    for entry in way:
        if entry.start == here:
            yield Hop(entry.id, here, entry.end, entry.method, entry.end_mapped, entry.end_lines)
            here = entry.end
        else:
            yield Hop(entry.id, here, entry.start, entry.method, entry.start_mapped, entry.start_lines)
            here = entry.start
