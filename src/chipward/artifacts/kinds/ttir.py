"""Triton's first IR: operations on whole tensors, which know nothing of threads yet."""

from chipward.artifacts.gpu_code import mlir, mnemonics
from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("ttir"),
    title="Triton IR",
    layer=Layer.KERNELS,
    language="mlir",
    suffix="mlir",
    noun=("TTIR op", "TTIR ops"),
    is_item=mlir.is_operation,
    calls=mnemonics.of_mlir,
)
