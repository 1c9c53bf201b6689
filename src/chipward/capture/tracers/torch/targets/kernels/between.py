"""The map from one text of Triton to the next: by a second run of the stage, or else by the places that both name.

The texts name places in the kernel alone, and a hundred lines of one may share a place with a hundred of the other. So
each stage runs once more, on a text whose lines are their own places. If it writes the same code, what it says of each
line is the line of the earlier text that it came from.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from chipward.artifacts.gpu_code.again import Instruction, Made, made_again
from chipward.artifacts.gpu_code.amdgcn import amdgcn_instructions, amdgcn_lines
from chipward.artifacts.gpu_code.joins import Joined, same_location
from chipward.artifacts.gpu_code.llvm import llvm_debug
from chipward.artifacts.gpu_code.llvm_instructions import llvm_instructions
from chipward.artifacts.gpu_code.llvm_numbering import NUMBERED as NUMBERED_LLVM
from chipward.artifacts.gpu_code.llvm_numbering import llvm_numbered
from chipward.artifacts.gpu_code.mlir import mlir_locations
from chipward.artifacts.gpu_code.mlir_numbering import NUMBERED as NUMBERED_MLIR
from chipward.artifacts.gpu_code.mlir_numbering import mlir_numbered, mlir_operations
from chipward.artifacts.gpu_code.places import Located
from chipward.artifacts.gpu_code.ptx import ptx_instructions, ptx_lines
from chipward.capture.tracers.torch.targets.kernels.kept import Kept
from chipward.capture.tracers.torch.targets.kernels.stages_again import Stages

BY_NUMBER = "The stage, run again on a copy whose lines are their own places: the same code came out"
BY_PLACE = "Both texts name the same file, line and column, through the same calls"

Reader = Callable[[str], Sequence[Instruction]]


class Input(NamedTuple):
    """How a copy of a text is made whose lines are their own places."""

    numbered: Callable[[str], str]
    file: str  # what the copy calls itself
    is_module: bool  # whether the stage takes a module of MLIR, rather than a text


_MODULE = Input(mlir_numbered, NUMBERED_MLIR, is_module=True)
_INPUTS: Mapping[str, Input] = {
    "ttir": _MODULE,
    "ttgir": _MODULE,
    "llir": Input(llvm_numbered, NUMBERED_LLVM, is_module=False),
}
_OUTPUTS: Mapping[str, tuple[Reader, Callable[[str], Located]]] = {
    "ttgir": (mlir_operations, mlir_locations),
    "llir": (llvm_instructions, llvm_debug),
    "ptx": (ptx_instructions, ptx_lines),
    "amdgcn": (amdgcn_instructions, amdgcn_lines),
}


def between(stages: Stages, before: str, earlier: Kept, stage: str, later: Kept) -> tuple[Joined, str]:
    """The map from what the stage before made to what a stage made of it, and how it is known."""
    given = _INPUTS[before]
    read, locate = _OUTPUTS[stage]
    try:
        copy = given.numbered(earlier.text)
        again = str(stages.run(stage, stages.module(copy) if given.is_module else copy))
    except Exception:  # noqa: BLE001 -- whatever Triton raises over the copy, both texts still name places
        return same_location(earlier.places, later.places), BY_PLACE
    joined = made_again(
        earlier.places, Made(read(later.text), later.places), Made(read(again), locate(again)), given.file
    )
    return (joined, BY_NUMBER) if joined else (same_location(earlier.places, later.places), BY_PLACE)
