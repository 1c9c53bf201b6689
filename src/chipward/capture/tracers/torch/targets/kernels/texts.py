"""What each stage of Triton is in a trace: its artifact, and the reader of the places that its lines name."""

from collections.abc import Callable
from typing import NamedTuple

from chipward.artifacts.gpu_code.amdgcn import amdgcn_lines
from chipward.artifacts.gpu_code.llvm import llvm_debug
from chipward.artifacts.gpu_code.mlir import mlir_locations
from chipward.artifacts.gpu_code.places import Located
from chipward.artifacts.gpu_code.ptx import ptx_lines


class Text(NamedTuple):
    """A text that a stage of Triton makes."""

    name: str  # of the artifact, and of the stage in Triton
    stage: str | None  # of the explainer
    kind: str
    title: str
    how: str
    places: Callable[[str], Located]


# In the order in which they are made.
TEXTS = (
    Text("ttir", "triton-ir", "ttir", "Triton IR", "Triton's first IR, optimised for any chip", mlir_locations),
    Text(
        "ttgir", "triton-ir", "ttgir", "Triton GPU IR", "Triton's IR laid out over the chip's threads", mlir_locations
    ),
    Text("llir", "llvm", "llvm-ir", "LLVM IR", "LLVM IR as LLVM has optimised it", llvm_debug),
    Text("ptx", "ptx", "ptx", "PTX", "PTX as LLVM wrote it", ptx_lines),
    Text("amdgcn", None, "amdgcn", "AMDGCN assembly", "AMDGCN assembly as LLVM wrote it", amdgcn_lines),
)


class Binary(NamedTuple):
    """Machine code that a chip could load."""

    name: str
    stage: str | None
    kind: str
    title: str
    how: str


BINARIES = (
    Binary("cubin", "cubin", "cubin", "cubin", "Assembled from PTX by ptxas"),
    Binary("hsaco", None, "hsaco", "HSA code object", "Assembled from AMDGCN by LLVM and linked by LLD"),
)
