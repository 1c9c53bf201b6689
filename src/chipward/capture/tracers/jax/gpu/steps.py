"""The steps of a program as an artifact, and the map from the optimised HLO to them."""

from collections.abc import Iterator, Sequence

from chipward.artifacts.xla.gpu_thunks import GpuThunk, GpuThunks
from chipward.artifacts.xla.hlo import HloModule
from chipward.capture.tracers.jax.gpu.writing import keep
from chipward.capture.tracers.jax.held_instructions import HEADINGS, METHOD, held_by, kind_of, without_step
from chipward.capture.tracers.jax.hlo_maps import Hlo
from chipward.capture.tracers.jax.losses import Loss
from chipward.capture.tracers.jax.work import Work

_HOW = "Written down by XLA as it left the program to its runtime; behind each step stands its instruction"
_NO_INSTRUCTION = "made for no instruction of the optimised HLO, such as a buffer of commands"

Edge = tuple[int, int, str]


def keep_steps(work: Work, thunks: GpuThunks, hlo: Hlo) -> str:
    """Keep the steps, and the map from the optimised HLO; return the artifact."""
    artifact = keep(
        work, work.unit, "thunks", stage="pjrt", kind="thunks", title="Thunks", content=thunks.listing, how=_HOW
    )
    edges = list(edges_of(thunks.thunks, hlo.module))
    work.journal.map(hlo.artifact, artifact, edges, method=METHOD, losses=list(_losses(thunks, edges, hlo.module)))
    return artifact


def edges_of(thunks: Sequence[GpuThunk], module: HloModule) -> Iterator[Edge]:
    """From the lines of the optimised HLO to those of the steps."""
    for thunk in thunks:
        lines = held_by(thunk, module)
        yield from ((start, thunk.line, kind_of(lines)) for start in lines)


def is_of_one(thunk: GpuThunk, module: HloModule) -> bool:
    """Whether a step computes a single instruction, perhaps wrapped in a fusion."""
    computing = [one for one in module.owned(thunk.instruction) if one.computes and one.opcode != "fusion"]
    return not thunk.runs_others and len(computing) <= 1


def _losses(thunks: GpuThunks, edges: Sequence[Edge], module: HloModule) -> Iterator[Loss]:
    starts, ends = {edge[0] for edge in edges}, {edge[1] for edge in edges}
    told: list[Loss] = [
        *without_step(module, starts),
        ("to", thunks.listing.count("\n") - len(thunks.thunks), HEADINGS),
        ("to", sum(thunk.line not in ends for thunk in thunks.thunks), _NO_INSTRUCTION),
    ]
    yield from (one for one in told if one[1] > 0)
