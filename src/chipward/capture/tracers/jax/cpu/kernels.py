"""The kernels of a compiled program: each object file, the steps that call it, and the LLVM IR that it was made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chipward.artifacts.machine_code.object_listing import ObjectListing, list_object
from chipward.artifacts.xla.cpu_thunks import Thunk
from chipward.artifacts.xla.llvm_functions import functions_of
from chipward.capture.tracers.jax.cpu.compiling import dumps

BEFORE, AFTER = ".ir-no-opt.ll", ".ir-with-opt.ll"


@dataclass(frozen=True)
class Kernel:
    """One object file and what belongs to it."""

    symbol: str  # of the function that is called; of several, the first that is
    code: bytes
    listing: ObjectListing
    steps: Mapping[str, tuple[int, ...]]  # places among the thunks, by the function that they call
    before: str | None  # LLVM IR, as XLA wrote it
    after: str | None  # LLVM IR, as LLVM has optimised it


def kernels_of(objects: Sequence[bytes], thunks: Sequence[Thunk], dumped: Mapping[str, bytes]) -> tuple[Kernel, ...]:
    """The kernels, in the order in which they are first called. An object that cannot be listed is Misuse."""
    callers: dict[str, list[int]] = {}
    for place, thunk in enumerate(thunks):
        if thunk.kernel:
            callers.setdefault(thunk.kernel, []).append(place)
    before, after = (_by_symbol(dumped, ending) for ending in (BEFORE, AFTER))
    found: list[tuple[tuple[int, str], Kernel]] = []
    for content in objects:
        listing = list_object(content, "an object file of the executable")
        names = [function.name for function in listing.functions]
        steps = {name: tuple(callers[name]) for name in names if name in callers}
        first = min(steps, key=lambda name: steps[name][0]) if steps else names[0]
        order = steps[first][0] if steps else len(thunks), first
        found.append((order, Kernel(first, content, listing, steps, before.get(first), after.get(first))))
    return tuple(kernel for _, kernel in sorted(found, key=lambda pair: pair[0]))


def _by_symbol(dumped: Mapping[str, bytes], ending: str) -> Mapping[str, str]:
    texts: dict[str, str] = {}
    for _, content in dumps(dumped, ending):
        text = content.decode("utf-8", "replace")
        for function in functions_of(text):
            if not function.is_internal:
                texts[function.name] = text
    return texts
