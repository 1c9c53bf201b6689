"""The steps of a program as an artifact, and the map from the optimised HLO to them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from chipward.artifacts.xla.gpu_thunks import GpuThunk, GpuThunks
from chipward.artifacts.xla.hlo import HloModule
from chipward.capture.tracers.jax.gpu.writing import keep
from chipward.capture.tracers.jax.hlo_maps import Hlo
from chipward.capture.tracers.jax.work import Work

_HOW = "Written down by XLA as it left the program to its runtime; behind each step stands its instruction"
_METHOD = "Each step names the instruction that it was made for; a fusion holds all instructions that it calls"

Edge = tuple[int, int, str]
Loss = tuple[Literal["from", "to"], int, str]


def keep_steps(work: Work, thunks: GpuThunks, hlo: Hlo) -> str:
    """Keep the steps, and the map from the optimised HLO; return the artifact."""
    artifact = keep(
        work, work.unit, "thunks", stage="pjrt", kind="thunks", title="Thunks", content=thunks.listing, how=_HOW
    )
    edges = list(edges_of(thunks.thunks, hlo.module))
    work.journal.map(hlo.artifact, artifact, edges, method=_METHOD, losses=list(_losses(thunks, edges, hlo.module)))
    return artifact


def edges_of(thunks: Sequence[GpuThunk], module: HloModule) -> Iterator[Edge]:
    """From the lines of the optimised HLO to those of the steps."""
    for thunk in thunks:
        lines = held_by(thunk, module)
        kind = "exact" if len(lines) == 1 else "fused"
        yield from ((start, thunk.line, kind) for start in lines)


def held_by(thunk: GpuThunk, module: HloModule) -> tuple[int, ...]:
    """The lines of the instructions that a step computes. A fusion of one instruction is both of their lines."""
    own = module.by_name.get(thunk.instruction)
    if own is None:
        return ()
    if thunk.runs_others:
        return (own.line,)
    inside = [one.line for one in module.owned(thunk.instruction) if one.computes and one is not own]
    return (own.line, *inside)


def is_of_one(thunk: GpuThunk, module: HloModule) -> bool:
    """Whether a step computes a single instruction, perhaps wrapped in a fusion."""
    computing = [one for one in module.owned(thunk.instruction) if one.computes and one.opcode != "fusion"]
    return not thunk.runs_others and len(computing) <= 1


def _losses(thunks: GpuThunks, edges: Sequence[Edge], module: HloModule) -> Iterator[Loss]:
    starts, ends = {edge[0] for edge in edges}, {edge[1] for edge in edges}
    rest = [one for one in module.instructions if one.line not in starts]
    told: Mapping[tuple[Literal["from", "to"], str], int] = {
        ("from", "no step of its own: structure such as parameters, constants and tuples"): sum(
            not one.computes for one in rest
        ),
        ("from", "no step of its own: what is known before the program runs, or is part of another step"): sum(
            one.computes for one in rest
        ),
        ("to", "headings of loops and branches"): thunks.listing.count("\n") - len(thunks.thunks),
        ("to", "made for no instruction of the optimised HLO, such as a buffer of commands"): sum(
            thunk.line not in ends for thunk in thunks.thunks
        ),
    }
    yield from ((side, count, why) for (side, why), count in told.items() if count > 0)
