"""What each pass of XLA's own emitter changed, from a fusion to LLVM's dialect of MLIR."""

from chipward.artifacts.kinds.hlo_passes import KIND as PASSES
from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("emitter-passes"),
    title="Passes of XLA's emitter",
    layer=Layer.KERNELS,
    language="diff",
    suffix="diff",
    noun=PASSES.noun,
    is_item=PASSES.is_item,
)
