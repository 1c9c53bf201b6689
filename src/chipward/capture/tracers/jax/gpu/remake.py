"""Makes again, for one kernel and when asked, what takes too long to be made of every kernel: each pass of an emitter.

XLA writes down the IR after each pass of all kernels of a program or of none. So the whole program is compiled once
more, and what is told of other kernels is dropped.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from chipward.capture.tracers.jax.gpu.compiling import compile_for
from chipward.errors import Misuse


class What(NamedTuple):
    """Something that can be made again."""

    title: str
    emitters: str  # which of them write down their passes: a pattern, as XLA takes it
    ending: str  # of the file
    seconds: float  # that a kernel takes, measured with jaxlib 0.10.2 on two cores of a server
    size: int  # bytes of a kernel, likewise


# By the names that they are asked for by.
WHATS: Mapping[str, What] = {
    "triton-passes": What(
        "Triton's passes, from its IR to LLVM's", "triton-to-llvm", ".triton-to-llvm.txt", 4.5, 1_000_000
    ),
    "tiling-passes": What("XLA's passes that make Triton IR", "xtile-to-triton", ".xtile-to-triton.txt", 4.5, 33_000),
    "emitter-passes": What("XLA's own emitter, pass by pass", "mlir-fusion", ".mlir-passes.log", 5.5, 520_000),
}


@dataclass(frozen=True)
class Estimate:
    """What making it again is going to take, told before it is begun."""

    seconds: float
    size: int  # bytes that are written meanwhile

    def __str__(self) -> str:
        """In a sentence."""
        return f"It takes about {self.seconds:.0f} s, and XLA writes about {self.size / 1e6:.1f} MB meanwhile."


def estimate(what: str, kernels: int) -> Estimate:
    """Say what it takes for a program of so many kernels. A name that is not known is Misuse."""
    found = _find(what)
    return Estimate(found.seconds * kernels, found.size * kernels)


def remake(target: str, module: bytes, options: bytes, kernel: str, what: str) -> str | None:
    """Compile a program once more, and return what is asked for of one kernel; None if XLA writes nothing of it.

    Args:
        target: cuda:h100
        module: StableHLO, as the program handed it over
        options: CompileOptions, serialised, likewise
        kernel: the instruction of the optimised HLO that it is launched for
        what: one of `WHATS`
    """
    found = _find(what)
    symbol = kernel.replace(".", "_").replace("-", "_")
    with TemporaryDirectory(prefix="chipward-") as name:
        folder = Path(name)
        compile_for(target, module, options, folder, xla_dump_emitter_re=found.emitters, xla_dump_hlo_pass_re="")
        ends = tuple(f".{one}{found.ending}" for one in (kernel, symbol))
        file = next((file for file in sorted(folder.iterdir()) if file.name.endswith(ends)), None)
        return file.read_text(errors="replace") if file is not None else None


def _find(what: str) -> What:
    if what not in WHATS:
        message = f"Nothing called {what} can be made again of a kernel. Choose from: {', '.join(WHATS)}"
        raise Misuse(message)
    return WHATS[what]
