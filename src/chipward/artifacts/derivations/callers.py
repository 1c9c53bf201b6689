"""From the line that called a library's code to the nodes of its graphs that name no line of their own.

PyTorch compiles what a library brings (a `Sequential`) inside of a function of its own, and then keeps no stack for the
library's lines. The unit begins at the line of the program that called it, and whatever that call computed came from
there. Where a unit begins is told from where its code stands by the bytecode: it has lines of another file.
"""

from collections.abc import Iterator

from chipward.artifacts.derivations.view import Derived, View
from chipward.artifacts.kinds import aten_graph, fx_graph, python_bytecode
from chipward.artifacts.locations.file_comments import without_home
from chipward.model.artifact import Artifact, ArtifactId, Place
from chipward.model.lines import Edge, EdgeKind, LineMap
from chipward.model.trace import Loss, Unit

METHOD = "The line that called what was compiled: it is a library's own code, and PyTorch keeps no line for these nodes"
_GRAPHS = frozenset({fx_graph.KIND.id, aten_graph.KIND.id})


def derive(view: View) -> Iterator[Derived]:
    """One map for each graph with nodes that name no line."""
    for artifact, kind in view.texts.values():
        if kind.id not in _GRAPHS:
            continue
        caller = _caller(view, artifact)
        if caller is None or _is_recorded(view, caller.artifact, artifact.id):
            continue
        line_map = LineMap.of(
            Edge(caller.line, line, EdgeKind.INFERRED) for line in without_home(view.read_text(artifact.id))
        )
        if line_map.edges:
            rest = (artifact.lines or 0) - len(line_map.ends)
            losses = (Loss(side="to", lines=rest, why="names a line of its own, or is no node"),) if rest > 0 else ()
            yield Derived(caller.artifact, artifact.id, line_map, METHOD, losses)


def _caller(view: View, artifact: Artifact) -> Place | None:
    for unit in view.enclosing(artifact.unit):
        if unit.place is not None:
            return unit.place if _is_of_another_file(view, unit, unit.place) else None
    return None


def _is_of_another_file(view: View, unit: Unit, place: Place) -> bool:
    source = view.texts.get(place.artifact)
    if source is None or not 0 < place.line <= (source[0].lines or 0):
        return False
    units = [around.id for around in view.enclosing(unit.id)]  # a target's frame lies in the one that has the bytecode
    code = [each.id for own in units for each, kind in view.of_unit(own) if kind.id == python_bytecode.KIND.id]
    files = {entry.start for entry in view.trace.maps if entry.end in code}
    return bool(files) and place.artifact not in files


def _is_recorded(view: View, start: ArtifactId, end: ArtifactId) -> bool:
    # Beside it there may be a map of the nodes that do name a line of the same file.
    return any((entry.start, entry.end, entry.method) == (start, end, METHOD) for entry in view.trace.maps)
