"""The kernels of a compiled program: each object file, the steps that call it, and the LLVM IR that it was made of.

A kernel without machine code that can be read, as on a machine that is no x86, is known by the steps that call it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chipward.artifacts.machine_code.object_listing import ObjectListing, list_object
from chipward.artifacts.xla.cpu_thunks import Thunk
from chipward.artifacts.xla.llvm_functions import functions_of
from chipward.capture.tracers.jax.cpu.compiling import dumps
from chipward.errors import Misuse

BEFORE, AFTER = ".ir-no-opt.ll", ".ir-with-opt.ll"


@dataclass(frozen=True)
class Code:
    """The machine code of a kernel, read."""

    content: bytes  # an object file
    listing: ObjectListing


@dataclass(frozen=True)
class Kernel:
    """A function that steps call, or several that were compiled together."""

    symbol: str  # of the function that is called; of several, the first that is
    code: Code | None
    steps: Mapping[str, tuple[int, ...]]  # places among the thunks, by the function that they call
    before: str | None  # LLVM IR, as XLA wrote it
    after: str | None  # LLVM IR, as LLVM has optimised it


@dataclass(frozen=True)
class Kernels:
    """The kernels of a program, in the order in which they are first called."""

    found: tuple[Kernel, ...]
    refused: str  # why an object file could not be read: it is for another machine; empty if all could be


def kernels_of(objects: Sequence[bytes], thunks: Sequence[Thunk], dumped: Mapping[str, bytes]) -> Kernels:
    """Join the object files, the steps that call them, and the LLVM IR that was dumped."""
    callers: dict[str, list[int]] = {}
    for place, thunk in enumerate(thunks):
        if thunk.kernel:
            callers.setdefault(thunk.kernel, []).append(place)
    before, after = (_by_symbol(dumped, ending) for ending in (BEFORE, AFTER))
    found: list[tuple[tuple[int, str], Kernel]] = []
    refused = ""

    def add(names: Sequence[str], code: Code | None) -> None:
        steps = {name: tuple(callers.pop(name)) for name in names if name in callers}
        first = min(steps, key=lambda name: steps[name][0]) if steps else names[0]
        order = steps[first][0] if steps else len(thunks), first
        found.append((order, Kernel(first, code, steps, before.get(first), after.get(first))))

    for content in objects:
        try:
            listing = list_object(content, "The object file")
        except Misuse as error:
            refused = str(error)
        else:
            add([function.name for function in listing.functions], Code(content, listing))
    for name in tuple(callers):
        add([name], None)
    return Kernels(tuple(kernel for _, kernel in sorted(found, key=lambda pair: pair[0])), refused)


def _by_symbol(dumped: Mapping[str, bytes], ending: str) -> Mapping[str, str]:
    texts: dict[str, str] = {}
    for _, content in dumps(dumped, ending):
        text = content.decode("utf-8", "replace")
        for function in functions_of(text):
            if not function.is_internal:
                texts[function.name] = text
    return texts
