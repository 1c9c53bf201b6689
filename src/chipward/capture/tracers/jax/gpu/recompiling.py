"""Has XLA make PTX and machine code of LLVM IR that numbers its own lines.

XLA can be told to take LLVM IR from a file in the place of what it would write itself. So a program of one kernel is
compiled again and again, each time with the numbered IR of another one: XLA's own LLVM and its own assembler do to it
what they did to the first. It costs a fifth of a second, however large the program is that the kernel is from.

A file counts if its name begins as those of the module do: `module_0672.numbered.`, where the number counts the
modules of this process. By how much it grows from one compilation to the next is learnt.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from chipward.artifacts.xla.gpu_executable import cubins
from chipward.artifacts.xla.numbered_llvm import DIRECTIVES, numbered_llvm
from chipward.capture.tracers.jax.gpu.compiling import Compiled
from chipward.capture.tracers.jax.gpu.kernels import AFTER, PTX, entries

NAME = "numbered"
PROGRAM = f"""\
module @{NAME} attributes {{mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32}} {{
  func.func public @main(%arg0: tensor<1xf32>) -> tensor<1xf32> {{
    %0 = stablehlo.add %arg0, %arg0 : tensor<1xf32>
    return %0 : tensor<1xf32>
  }}
}}
"""
IR_OPTION, LINES_OPTION = "xla_gpu_llvm_ir_file", "xla_gpu_generate_line_info"

# Compiles the program above with a folder for what XLA writes down, and with further options.
Compile = Callable[[Path, Mapping[str, str | bool]], Compiled]


@dataclass(frozen=True)
class Again:
    """What XLA made of numbered LLVM IR. The places that it names are lines of the IR as it was."""

    numbered: str
    after: str  # the IR, as LLVM has optimised it
    ptx: str
    cubin: bytes


class Recompiler:
    """Makes kernels again. XLA must compile nothing else in this process meanwhile."""

    def __init__(self, compile_program: Compile) -> None:
        self._compile = compile_program
        first = self._number()
        self._last = self._number()
        self._step = self._last - first

    def again(self, symbol: str, ir: str) -> Again | None:
        """Make a kernel again from its LLVM IR as XLA wrote it; None if XLA did not take it from the file."""
        numbered = numbered_llvm(ir, emission=DIRECTIVES)
        with TemporaryDirectory(prefix="chipward-") as name:
            folder = Path(name)
            dump = folder / "dump"
            dump.mkdir()
            file = folder / f"module_{self._last + self._step:04}.{NAME}.ll"
            file.write_text(numbered)
            made = self._compile(dump, {IR_OPTION: str(file), LINES_OPTION: True})
        self._last = made.number if made.number is not None else self._last + self._step
        texts = made.dumped.items()
        ptx = next((text for file, text in texts if file.endswith(PTX) and symbol in entries(text)), None)
        after = next((text for file, text in texts if file.endswith(AFTER) and f"@{symbol}(" in text), None)
        machine = cubins(made.executable)
        if ptx is None or after is None or not machine:
            return None
        return Again(numbered, after, ptx, machine[0])

    def _number(self) -> int:
        with TemporaryDirectory(prefix="chipward-") as folder:
            return self._compile(Path(folder), {}).number or 0
