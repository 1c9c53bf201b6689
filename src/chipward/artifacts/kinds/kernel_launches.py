"""What an operator asks of a GPU: launches of kernels, calls of libraries, and copies, one a line."""

from chipward.artifacts.kinds.eager_ops import KIND as OPS
from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("kernel-launches"),
    title="Kernel launches",
    layer=Layer.KERNELS,
    language="text",
    suffix="txt",
    noun=("launch or call", "launches and calls"),
    is_item=OPS.is_item,
)
