"""Steps whose code is a library's: where the way down ends, and which equations end there."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from chipward.artifacts.xla.cpu_thunks import Thunk
from chipward.artifacts.xla.thunk_listing import ThunkListing
from chipward.capture.tracers.jax.ending_equations import ending_there
from chipward.capture.tracers.jax.work import Work

FIDELITY = "fidelity"

# By the kind of the step. What only moves data or steers is no library call.
_LIBRARIES: Mapping[str, str] = {
    "ynn-fusion": "YNNPACK",
    "xnn-fusion": "XNNPACK",
    "dot": "Eigen",
    "convolution": "Eigen",
    "fft": "an FFT that jaxlib is built with",
    "sort": "XLA's runtime (a sort)",
    "topk": "XLA's runtime (the largest elements)",
    "rng-get-and-update-state": "XLA's runtime (the state of a random number generator)",
    "collective": "XLA's runtime (devices that exchange data)",
}

_ADVICE = {
    "YNNPACK": (
        "To see kernels of XLA instead, compile with "
        'jax.jit(f, compiler_options={"xla_cpu_experimental_ynn_fusion_type": ""}). '
        "That is other code than what runs without it."
    )
}


class LibraryCalls(NamedTuple):
    """The steps that call one library, as places among the thunks."""

    library: str
    steps: tuple[int, ...]


def library_calls(thunks: Sequence[Thunk]) -> tuple[LibraryCalls, ...]:
    """The libraries that are called, in the order in which they first are."""
    found: dict[str, list[int]] = {}
    for place, thunk in enumerate(thunks):
        if library := _library(thunk):
            found.setdefault(library, []).append(place)
    return tuple(LibraryCalls(library, tuple(steps)) for library, steps in found.items())


def tell_of_libraries(
    work: Work, thunks: Sequence[Thunk], artifact: str, listing: ThunkListing, equations: Mapping[int, Sequence[int]]
) -> None:
    """Say of each library which steps call it, and which equations end there.

    Args:
        work: what is compiled.
        thunks: all steps.
        artifact: their listing.
        listing: the same, with lines.
        equations: which equations each step holds, by its place; a step whose equations nobody knows is left out.
    """
    for library, steps in library_calls(thunks):
        held = sorted({number for step in steps for number in equations.get(step, ())})
        first = thunks[steps[0]]
        others = f" and {len(steps) - 1} more" if len(steps) > 1 else ""
        calls = "calls" if len(steps) == 1 else "call"
        code = "only the comparison is compiled" if first.kernel else "XLA makes neither LLVM IR nor machine code of it"
        text = f"%{first.instruction}{others} {calls} {library}: {code}, so the way down ends there."
        work.journal.finding(
            FIDELITY,
            text + ending_there(work, held),
            unit=work.unit,
            evidence=(artifact, listing.lines[steps[0]]),
            advice=_ADVICE.get(library),
        )


def _library(thunk: Thunk) -> str:
    if thunk.kind == "custom-call":
        return f'the function "{thunk.target}"' if thunk.target else "a function that is registered with XLA"
    return _LIBRARIES.get(thunk.kind, "")
