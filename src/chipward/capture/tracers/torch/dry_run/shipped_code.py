"""Cuts the machine code of one kernel out of what PyTorch brings along.

The compiler puts the kernels of a file of CUDA code into one container, once for each generation of GPUs. A launch
tells which container its kernel lies in, so that one of some hundred is looked into, and not the whole library.
"""

from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from elftools.elf.elffile import ELFFile

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.dry_run.generations import generation
from chipward.capture.tracers.torch.targets.kernels.nvidia_tools import run_tool

HOW = "Cut out of the container of machine code that PyTorch's library registers with CUDA: its code for sm_{}"


class NoCodeError(Exception):
    """The machine code cannot be had; the message says why."""


class Disassembled(NamedTuple):
    """What nvdisasm prints of a kernel."""

    text: str
    generation: int  # of GPUs, that the code is for: 86 for sm_86


def disassemble(container: Path, symbol: str, capability: tuple[int, int]) -> Disassembled:
    """Disassemble a kernel's code for the generation that CUDA would choose for a GPU.

    Raises:
        NoCodeError: the library has none for it.
        RuntimeError: a tool refuses.
    """
    with TemporaryDirectory(prefix="chipward-") as folder:
        chosen = _chosen(container, capability)
        cubin = _cubin(container, chosen, Path(folder))
        number = _number_of(cubin.read_bytes(), symbol)
        return Disassembled(run_tool("nvdisasm", "--print-code", "-fun", str(number), str(cubin)), chosen)


def _chosen(container: Path, capability: tuple[int, int]) -> int:
    brought = _brought(container)
    chosen = generation(capability, brought)
    if chosen is None:
        message = f"PyTorch brings no machine code for this GPU, only for {', '.join(brought)}."
        raise NoCodeError(message)
    return chosen


def _cubin(container: Path, chosen: int, folder: Path) -> Path:
    run_tool("cuobjdump", "-arch", f"sm_{chosen}", "-xelf", "all", str(container), inside=folder)
    return next(folder.glob("*.cubin"))


@cache
def _brought(container: Path) -> list[str]:
    """The architectures that a container has machine code for: ``ELF file    4: name.4.sm_90.cubin``."""
    listed = run_tool("cuobjdump", "-lelf", str(container)).split()
    return [word.split(".")[-2] for word in listed if word.endswith(".cubin")]


def _number_of(cubin: bytes, symbol: str) -> int:
    table: Foreign = ELFFile(BytesIO(cubin)).get_section_by_name(".symtab")
    for number, each in enumerate(table.iter_symbols()):
        if each.name == symbol and each["st_info"]["type"] == "STT_FUNC":
            return number
    message = "The machine code of this generation has no such kernel."
    raise NoCodeError(message)
