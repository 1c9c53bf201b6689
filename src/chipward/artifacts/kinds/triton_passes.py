"""What each of Triton's passes changed, from its IR down to LLVM's dialect of MLIR."""

from chipward.artifacts.kinds.hlo_passes import KIND as PASSES
from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("triton-passes"),
    title="Passes of Triton",
    layer=Layer.KERNELS,
    language="diff",
    suffix="diff",
    noun=PASSES.noun,
    is_item=PASSES.is_item,
)
