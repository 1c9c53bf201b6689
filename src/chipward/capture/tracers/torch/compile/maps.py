"""Writes the line maps between the texts of a graph, once it has been compiled."""

from collections.abc import Iterable

from chipward.bundle.journal import Journal
from chipward.capture.tracers.torch.compile import kernel_lines, replaced
from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.graph_text import (
    GraphText,
    kinds_by_merging,
    named_nodes,
    same_nodes,
)
from chipward.capture.tracers.torch.compile.replaced import Replaced
from chipward.capture.tracers.torch.compile.state import AFTER, BEFORE, Compilation, Graph, InductorIr, Printed

SAME_NAME = "PyTorch keeps the names of nodes: the same name, and the same call behind it"
IN_PLACE = "Where Inductor put a graph in the place of a pattern, each new node comes from the whole pattern"
PROVENANCE = "Inductor's provenance tracking, by the names of nodes"
LOWERED = "The FX node that Inductor was lowering while it made the loop"
SAME_STEP = "The same step of the same loop body"

Edge = tuple[int, int, str]


def write(journal: Journal, compilation: Compilation, graph: Graph) -> None:
    """Write every map of a graph."""
    _between_graphs(journal, compilation, graph)
    _to_ir(journal, graph)
    kernel_lines.write(journal, graph)


def _between_graphs(journal: Journal, compilation: Compilation, graph: Graph) -> None:
    frame, texts = compilation.texts, graph.texts
    dynamo, joint = frame.get("dynamo-graph"), frame.get("joint")
    before, after = frame.get("before-pre-grad"), frame.get("pre-grad")
    aten, unpassed, post = texts.get("aten"), texts.get("before-post-grad"), texts.get("post-grad")
    if graph is compilation.graphs[0]:
        _same(journal, dynamo, before)
        _same(journal, before, after)
    replacements = {**compilation.replaced, **graph.replaced}
    for earlier, later in ((joint, aten), (aten, unpassed), (unpassed, post)):
        _same(journal, earlier, later, replacements)
    if graph.provenance and post:
        start = after or dynamo
        _named(journal, start, post, graph.provenance, post)
        for earlier in (joint, aten):
            _named(journal, start, earlier, graph.provenance, post)


def _same(journal: Journal, start: Printed | None, end: Printed | None, replacements: Replaced | None = None) -> None:
    if start and end:
        by_name = same_nodes(start.graph, end.graph, same_target=True)
        in_place = replaced.edges(start.graph, end.graph, replacements or {})
        method = f"{SAME_NAME}. {IN_PLACE}" if in_place else SAME_NAME
        _keep(journal, start, end, by_name + in_place, method)


def _named(
    journal: Journal, start: Printed | None, end: Printed | None, became: dict[str, list[str]], post: Printed
) -> None:
    """A map along Inductor's provenance, which speaks of the post-grad graph; to others where the call is the same."""
    if not start or not end:
        return
    edges = named_nodes(start.graph, end.graph, became)
    if end is not post:
        same = {line for line, _, _ in same_nodes(end.graph, post.graph, same_target=True)}
        edges = [edge for edge in edges if edge[1] in same]
    method = PROVENANCE if end is post else f"{PROVENANCE}. {SAME_NAME}"
    _keep(journal, start, end, edges, method)


def _keep(journal: Journal, start: Printed, end: Printed, edges: list[Edge], method: str) -> None:
    if edges:
        losses = [*_node_losses("from", start.graph, edges), *_node_losses("to", end.graph, edges)]
        journal.map(start.artifact, end.artifact, edges, method=method, losses=losses)


def _node_losses(side: Foreign, graph: GraphText, edges: Iterable[Edge]) -> list[Foreign]:
    mapped = {edge[0 if side == "from" else 1] for edge in edges}
    nodes = set(graph.nodes.values())
    rest = graph.text.count("\n") + (not graph.text.endswith("\n")) - len(nodes | mapped)
    found = [(side, len(nodes - mapped), "node without a counterpart"), (side, rest, "comment or head of the graph")]
    return [loss for loss in found if loss[1] > 0]


def _to_ir(journal: Journal, graph: Graph) -> None:
    post = graph.texts.get("post-grad")
    if post is None:
        return
    for ir in graph.ir.values():
        lines = post.graph.nodes
        edges = [(lines[node], line, kind) for node, line, kind in ir.node_lines if node in lines]
        losses: list[Foreign] = [("to", count, why) for why, count in sorted(ir.losses.items()) if count > 0]
        journal.map(post.artifact, ir.artifact, edges, method=LOWERED, losses=losses)
    for name, before in graph.ir.items():
        after = graph.ir.get(name.replace(BEFORE, AFTER)) if name.startswith(BEFORE) else None
        if after:
            journal.map(before.artifact, after.artifact, _through_fusion(before, after), method=SAME_STEP)


def _through_fusion(before: InductorIr, after: InductorIr) -> list[Edge]:
    edges = []
    for step, line in after.body_lines.items():
        origin = before.line_of(step)
        if origin is not None:
            edges.append((origin, line))
    edges += [(line, after.operations[name]) for name, line in before.operations.items() if name in after.operations]
    return kinds_by_merging(edges)
