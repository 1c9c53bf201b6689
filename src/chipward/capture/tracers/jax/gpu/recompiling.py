"""Has XLA make PTX and machine code of LLVM IR that numbers its own lines.

XLA can be told to take LLVM IR from a file in the place of what it would write itself. So a program of one kernel is
compiled again and again, each time with the numbered IR of another one: XLA's own LLVM and its own assembler do to it
what they did to the first. It costs a fifth of a second, however large the program is that the kernel is from.

A file counts if its name begins as those of the module do: `module_0672.numbered.`, where the number counts the
modules of this process. By how much it grows from one compilation to the next is learnt.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from chipward.artifacts.xla.gpu_executable import cubins
from chipward.artifacts.xla.numbered_llvm import DIRECTIVES, numbered_llvm
from chipward.capture.tracers.jax.gpu.compiling import Compiled
from chipward.capture.tracers.jax.gpu.kernels import PTX, entries

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
PASSES_OPTION = "xla_dump_hlo_pass_re"

_FLAGS = "!llvm.module.flags = !{"
# e.g. '!1 = !{i32 4, !"nvvm-reflect-ftz", i32 0}': XLA adds it to what it optimises, and LLVM takes no second one
_OWN_FLAG = re.compile(r'(?P<node>![0-9]{1,9}) = !\{i32 [0-9], !"nvvm-reflect-ftz"')

# Compiles the program above with a folder for what XLA writes down, and with further options.
Compile = Callable[[Path, Mapping[str, str | bool]], Compiled]


@dataclass(frozen=True)
class Again:
    """What XLA made of numbered LLVM IR. The places that it names are lines of the IR as it was."""

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
        """Make a kernel again from its LLVM IR, optimised or not; None if XLA did not take it from the file."""
        with TemporaryDirectory(prefix="chipward-") as name:
            folder = Path(name)
            dump = folder / "dump"
            dump.mkdir()
            file = folder / f"module_{self._last + self._step:04}.{NAME}.ll"
            file.write_text(numbered_llvm(_without_own_flag(ir), emission=DIRECTIVES))
            made = self._compile(dump, {IR_OPTION: str(file), LINES_OPTION: True, PASSES_OPTION: ""})
        self._last = made.number if made.number is not None else self._last + self._step
        texts = made.dumped.items()
        ptx = next((text for name, text in texts if name.endswith(PTX) and symbol in entries(text)), None)
        machine = cubins(made.executable)
        return Again(ptx, machine[0]) if ptx is not None and machine else None

    def _number(self) -> int:
        with TemporaryDirectory(prefix="chipward-") as folder:
            return self._compile(Path(folder), {PASSES_OPTION: ""}).number or 0


def _without_own_flag(ir: str) -> str:
    lines = ir.split("\n")
    own = {found["node"] for line in lines if (found := _OWN_FLAG.match(line))}
    return "\n".join(_without(line, own) if line.startswith(_FLAGS) else line for line in lines)


def _without(line: str, nodes: set[str]) -> str:
    kept = [node for node in line.removeprefix(_FLAGS).rstrip("}").split(", ") if node not in nodes]
    return f"{_FLAGS}{', '.join(kept)}}}"
