"""Line graphs written by hand or at random: maps given by their edges."""

from collections.abc import Mapping, Sequence

from chipward.artifacts.line_graph import LineGraph
from chipward.model.artifact import ArtifactId
from chipward.model.lines import Edge, EdgeKind, LineMap
from chipward.model.trace import Ending, Environment, MapEntry, MapId, Outcome, Program, ProgramKind, Trace

KIND_OF = dict(zip("eifgu", EdgeKind, strict=True))
LETTER_OF = {kind: letter for letter, kind in KIND_OF.items()}

Maps = Sequence[tuple[str, str, LineMap]]


def entry(identity: str, start: str, end: str, line_map: LineMap) -> MapEntry:
    """What a trace says of a map; texts are as long as their last line that something is known of."""
    return MapEntry(
        id=MapId(identity),
        start=ArtifactId(start),
        end=ArtifactId(end),
        method="by hand",
        file=f"maps/{identity}.json",
        start_lines=max(line_map.starts, default=0),
        start_mapped=len(line_map.starts),
        end_lines=max(line_map.ends, default=0),
        end_mapped=len(line_map.ends),
        kinds=line_map.kinds,
    )


def trace_of(entries: Sequence[MapEntry]) -> Trace:
    """A trace that holds nothing but maps."""
    return Trace(
        chipward="0",
        program=Program(kind=ProgramKind.SCRIPT, entry="a.py", directory="."),
        environment=Environment(system="Linux", machine="x86_64", python="3.11"),
        outcome=Outcome(ending=Ending.FINISHED),
        maps=tuple(entries),
    )


def graph_of(maps: Mapping[str, tuple[str, str, LineMap]]) -> LineGraph:
    """The graph of these maps, by id."""
    trace = trace_of([entry(identity, *ends) for identity, ends in maps.items()])
    return LineGraph(trace, lambda identity: maps[identity][2])


def edges_of(spelled: str) -> LineMap:
    """Read edges: ``9-2e 9-3g``."""
    edges = []
    for edge in spelled.split():
        start, end = edge[:-1].split("-")
        edges.append(Edge(int(start), int(end), KIND_OF[edge[-1]]))
    return LineMap.of(edges)
