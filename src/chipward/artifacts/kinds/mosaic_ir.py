"""Mosaic: what a Pallas kernel is to a TPU's compiler, operations on tiles in its vector memory."""

from chipward.artifacts.gpu_code import mlir, mnemonics
from chipward.artifacts.kinds.kind import Kind
from chipward.artifacts.xla import mosaic_places
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("mosaic-ir"),
    title="Mosaic IR",
    layer=Layer.KERNELS,
    language="mlir",
    suffix="mlir",
    noun=("operation", "operations"),
    is_item=mlir.is_operation,
    locate=mosaic_places.locate,
    calls=mnemonics.of_mlir,
)
