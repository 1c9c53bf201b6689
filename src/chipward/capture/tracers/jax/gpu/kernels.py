"""The kernels of a program: the steps that launch each, the texts that XLA wrote on the way, and the machine code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chipward.artifacts.gpu_code.cubin import Cubin
from chipward.artifacts.xla.gpu_executable import cubins
from chipward.artifacts.xla.gpu_thunks import GpuThunk
from chipward.artifacts.xla.llvm_functions import functions_of
from chipward.capture.tracers.jax.gpu.compiling import Compiled

BEFORE, AFTER, PTX, TRITON = ".ir-no-opt.ll", ".ir-with-opt.ll", ".ptx", ".ttir.txt"
_ENTRY = ".visible .entry "


@dataclass(frozen=True)
class Kernel:
    """One kernel."""

    symbol: str
    steps: tuple[GpuThunk, ...]  # that launch it
    triton: str | None  # Triton IR, of a kernel that Triton makes
    before: str | None  # LLVM IR, as XLA wrote it
    after: str | None  # LLVM IR, as LLVM has optimised it
    ptx: str | None
    cubin: bytes | None

    @property
    def instruction(self) -> str:
        """The instruction of the optimised HLO that it is first launched for."""
        return next((step.instruction for step in self.steps if step.instruction), self.symbol)


def kernels_of(compiled: Compiled, thunks: Sequence[GpuThunk]) -> tuple[Kernel, ...]:
    """The kernels in the order in which they are first launched."""
    steps: dict[str, list[GpuThunk]] = {}
    for thunk in thunks:
        if thunk.launch is not None:
            steps.setdefault(thunk.launch.kernel, []).append(thunk)
    before, after = (_by_function(compiled.dumped, ending) for ending in (BEFORE, AFTER))
    ptx = {name: text for file, text in compiled.dumped.items() if file.endswith(PTX) for name in entries(text)}
    code = {name: content for content in cubins(compiled.executable) for name in Cubin(content).code}
    return tuple(
        Kernel(
            name, tuple(own), _triton(compiled, own), before.get(name), after.get(name), ptx.get(name), code.get(name)
        )
        for name, own in steps.items()
    )


def _triton(compiled: Compiled, steps: Sequence[GpuThunk]) -> str | None:
    # The file bears the name of the instruction; of several that share a kernel, that of the one it was made for.
    names = (f"{step.instruction}{TRITON}" for step in steps)
    return next((compiled.dumped[name] for name in names if name in compiled.dumped), None)


def entries(ptx: str) -> tuple[str, ...]:
    """The kernels that PTX defines: ``.visible .entry loop_add_fusion(``."""
    lines = (line for line in ptx.split("\n") if line.startswith(_ENTRY))
    return tuple(line.removeprefix(_ENTRY).partition("(")[0].strip() for line in lines)


def _by_function(dumped: Mapping[str, str], ending: str) -> Mapping[str, str]:
    return {
        function.name: text
        for file, text in dumped.items()
        if file.endswith(ending)
        for function in functions_of(text)
        if not function.is_internal
    }
