"""What each of XLA's passes changed that make Triton IR of a fusion."""

from chipward.artifacts.kinds.hlo_passes import KIND as PASSES
from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("tiling-passes"),
    title="Passes that make Triton IR",
    layer=Layer.KERNELS,
    language="diff",
    suffix="diff",
    noun=PASSES.noun,
    is_item=PASSES.is_item,
)
