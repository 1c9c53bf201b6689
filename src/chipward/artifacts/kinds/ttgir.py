"""Triton's IR for GPUs: each tensor has a layout, which says what thread holds which of its elements."""

from chipward.artifacts.gpu_code import mlir, mnemonics
from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("ttgir"),
    title="Triton GPU IR",
    layer=Layer.KERNELS,
    language="mlir",
    suffix="mlir",
    noun=("TTGIR op", "TTGIR ops"),
    is_item=mlir.is_operation,
    calls=mnemonics.of_mlir,
)
