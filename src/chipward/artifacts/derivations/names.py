"""From a graph to the module that Inductor wrote for it: comments there name the nodes that a call computes."""

from collections.abc import Iterable, Iterator, Mapping

from chipward.artifacts.derivations.view import Derived, View
from chipward.artifacts.kinds import aten_graph, fx_graph
from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import Artifact, ArtifactId
from chipward.model.lines import Edge, EdgeKind, LineMap, weakest
from chipward.model.trace import Loss

METHOD = "Names of nodes in Inductor's comments"
_GRAPHS = frozenset({str(fx_graph.KIND.id), str(aten_graph.KIND.id)})


def derive(view: View) -> Iterator[Derived]:
    """One map for each graph whose nodes a text names."""
    for artifact, kind in view.texts.values():
        if kind.mentions is None or view.reached_by_map(artifact.id, _GRAPHS):
            continue
        nodes = [_Nodes(view, graph, kind) for graph, kind in _graphs(view, artifact)]
        edges: dict[ArtifactId, list[Edge]] = {}
        for mention in kind.mentions(view.read_text(artifact.id)):
            knowing = [one for one in nodes if mention.name in one.lines]
            # A name that two graphs know may mean either; mostly it is the node that Dynamo captured.
            certain = EdgeKind.EXACT if len(knowing) == 1 else EdgeKind.INFERRED
            for one in knowing[:1]:
                edge = Edge(one.lines[mention.name], mention.line, weakest(mention.kind, certain))
                edges.setdefault(one.graph.id, []).append(edge)
        for graph, found in edges.items():
            line_map = LineMap.of(found)
            rest = (artifact.lines or 0) - len(line_map.ends)
            losses = (Loss(side="to", lines=rest, why="no comment names nodes for it"),) if rest > 0 else ()
            yield Derived(graph, artifact.id, line_map, METHOD, losses)


class _Nodes:
    """The nodes of a graph by name. Of equal names in nested graphs the outermost counts: it is printed first."""

    def __init__(self, view: View, graph: Artifact, kind: Kind) -> None:
        self.graph = graph
        lines: dict[str, int] = {}
        for name in kind.defines(view.read_text(graph.id)) if kind.defines else ():
            lines.setdefault(name.name, name.line)
        self.lines: Mapping[str, int] = lines


def _graphs(view: View, artifact: Artifact) -> Iterable[tuple[Artifact, Kind]]:
    # Inductor names the nodes of the graph that Dynamo captured, and for backward graphs those of its own.
    enclosing = [pair for unit in view.enclosing(artifact.unit) for pair in view.of_unit(unit.id)]
    captured = [pair for pair in enclosing if pair[1].id == fx_graph.KIND.id]
    own = [pair for pair in view.of_unit(artifact.unit) if pair[1].id == aten_graph.KIND.id]
    return (*captured[-1:], *own[-1:])
