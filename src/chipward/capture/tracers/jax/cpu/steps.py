"""The steps of a compiled program as an artifact, and the map from the optimised HLO to them.

A step is made for one instruction; one that calls no steps of its own holds all that stands in the computations that
its instruction calls. So each equation leads to the step that computes it, and from there to a kernel's code.
"""

from collections.abc import Iterator, Sequence

from chipward.artifacts.xla.cpu_thunks import Thunk
from chipward.artifacts.xla.hlo import HloModule
from chipward.artifacts.xla.thunk_listing import ThunkListing, list_thunks
from chipward.capture.tracers.jax.held_instructions import HEADINGS, METHOD, held_by, kind_of, without_step
from chipward.capture.tracers.jax.losses import Loss
from chipward.capture.tracers.jax.work import Work

_HOW = "Read out of the executable, which holds the steps that XLA's runtime takes, in order"

_FUSION, _CALL = "fusion", "call"

Edge = tuple[int, int, str]


def keep_steps(
    work: Work, thunks: Sequence[Thunk], hlo: str, module: HloModule, origin: str
) -> tuple[str, ThunkListing]:
    """Keep the steps, and the map from the optimised HLO; return the artifact and the listing.

    Args:
        work: what is compiled.
        thunks: the steps.
        hlo: the artifact of the optimised HLO.
        module: that HLO, read.
        origin: of the executable.
    """
    listing = list_thunks(thunks)
    artifact = work.journal.artifact(
        work.unit,
        "thunks",
        stage=work.stage("pjrt"),
        kind="thunks",
        title="Thunks",
        content=listing.text,
        how=_HOW,
        origin=origin,
    )
    edges = list(edges_of(thunks, listing, module))
    work.journal.map(hlo, artifact, edges, method=METHOD, losses=list(_losses(module, edges, listing)))
    return artifact, listing


def edges_of(thunks: Sequence[Thunk], listing: ThunkListing, module: HloModule) -> Iterator[Edge]:
    """From the lines of the optimised HLO to those of the steps."""
    for thunk, line in zip(thunks, listing.lines, strict=True):
        lines = held_by(thunk, module)
        yield from ((start, line, kind_of(lines)) for start in lines)


def is_of_one(thunk: Thunk, module: HloModule) -> bool:
    """Whether a step computes a single instruction, perhaps wrapped in a fusion."""
    own = module.by_name.get(thunk.instruction)
    if own is None or thunk.runs_others or own.opcode == _CALL:
        return False
    if own.opcode != _FUSION:
        return True
    inside = [one for called in own.calls for one in module.computations.get(called, ())]
    return sum(one.computes for one in inside) == 1


def _losses(module: HloModule, edges: Sequence[Edge], listing: ThunkListing) -> Iterator[Loss]:
    starts, ends = {edge[0] for edge in edges}, {edge[1] for edge in edges}
    told: list[Loss] = [
        *without_step(module, starts),
        ("to", listing.text.count("\n") - len(listing.lines), HEADINGS),
        ("to", len(set(listing.lines) - ends), "made for no instruction of the optimised HLO"),
    ]
    yield from (one for one in told if one[1] > 0)
