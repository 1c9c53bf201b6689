"""Makes again, for one kernel and when asked, what takes too long to be made of every kernel: each pass of an emitter.

XLA writes down the IR after each pass of all kernels of a program or of none. So the whole program is compiled once
more, and what is told of other kernels is dropped.
"""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from chipward.artifacts.xla.mlir_dumps import tell_dumps
from chipward.artifacts.xla.offers import EMITTER_PASSES, TILING_PASSES, TRITON_PASSES
from chipward.capture.tracers.jax.gpu.compiling import compile_for


class _Emitter(NamedTuple):
    pattern: str  # of emitters that write down their passes, as XLA takes it
    ending: str  # of the file


_EMITTERS: Mapping[str, _Emitter] = {
    TRITON_PASSES: _Emitter("triton-to-llvm", ".triton-to-llvm.txt"),
    TILING_PASSES: _Emitter("xtile-to-triton", ".xtile-to-triton.txt"),
    EMITTER_PASSES: _Emitter("mlir-fusion", ".mlir-passes.log"),
}


class Remade(NamedTuple):
    """The optimised HLO of the program, and what was made of the kernel; None if the compiler tells nothing of it."""

    hlo: str
    text: str | None


def remake(target: str, module: bytes | str, options: bytes, kernel: str, kind: str) -> Remade:
    """Compile a program once more, for what is asked for of one kernel.

    Args:
        target: cuda:h100
        module: StableHLO, as a trace holds it
        options: CompileOptions, serialised, likewise
        kernel: the instruction of the optimised HLO that it is launched for
        kind: one of the kinds that are offered for GPUs
    """
    emitter = _EMITTERS[kind]
    symbol = kernel.replace(".", "_").replace("-", "_")
    with TemporaryDirectory(prefix="chipward-") as name:
        folder = Path(name)
        compiled = compile_for(
            target, module, options, folder, xla_dump_emitter_re=emitter.pattern, xla_dump_hlo_pass_re=""
        )
        ends = tuple(f".{one}{emitter.ending}" for one in (kernel, symbol))
        file = next((file for file in sorted(folder.iterdir()) if file.name.endswith(ends)), None)
        text = tell_dumps(file.read_text(errors="replace")) if file is not None else None
    return Remade(compiled.hlo, text)
