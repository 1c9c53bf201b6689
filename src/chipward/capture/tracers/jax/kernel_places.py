"""Lines of Pallas kernels that are interpreted: what stands in a kernel has no equation of the jaxpr to go by.

Where Pallas interprets a kernel, as it does on the CPU, its operations become operations of the program. They keep
their places in Python, and XLA hands these on.
"""

from chipward.artifacts.xla.hlo import HloModule
from chipward.capture.tracers.jax.handover import Place
from chipward.capture.tracers.jax.losses import Loss
from chipward.capture.tracers.jax.python_places import columns_in_line
from chipward.capture.tracers.jax.work import Work

_CALL = "pallas_call"
_METHOD = "The place in a Pallas kernel that JAX keeps of each operation, and XLA hands on"
_REST = "of no line of a Pallas kernel; the jaxpr tells of it"

Edge = tuple[int, int, str, tuple[int, int] | None]


def map_interpreted(work: Work, hlo: str, module: HloModule, lines: int) -> None:
    """Map the lines of interpreted kernels to optimised HLO of so many lines."""
    if all(one.primitive != _CALL for one in work.equations):
        return
    known = {(place.file, place.line) for one in work.equations for place in one.frames}
    edges: dict[str, list[Edge]] = {}
    for one in module.instructions:
        frame = one.frames[0] if one.frames and one.computes else None
        if frame is not None and (frame.file, frame.line) not in known:
            has_columns = frame.column >= 0 and frame.end_column > 0
            columns = (frame.column, frame.end_column) if has_columns else (None, None)
            span = columns_in_line(Place(frame.file, frame.line, frame.end_line, *columns))
            edges.setdefault(frame.file, []).append((frame.line, one.line, "exact", span))
    for file, found in edges.items():
        source = work.journal.source(file)
        if source is not None:
            losses: list[Loss] = [("to", lines - len({edge[1] for edge in found}), _REST)]
            work.journal.map(source, hlo, found, method=_METHOD, losses=losses)
