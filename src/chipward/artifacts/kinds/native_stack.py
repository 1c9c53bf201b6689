"""The native functions below an operator, as sampled while it ran."""

from chipward.artifacts.kinds.eager_ops import KIND as OPS
from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("native-stack"),
    title="Native stack",
    layer=Layer.KERNELS,
    language="text",
    suffix="txt",
    noun=("native frame", "native frames"),
    is_item=OPS.is_item,
)
