"""All stages of the LLO of one program of a TPU, from what is emitted to bundles."""

from chipward.artifacts.kinds.hlo_passes import KIND as PASSES
from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("llo-stages"),
    title="Stages of LLO",
    layer=Layer.KERNELS,
    language="text",
    suffix="diff",
    noun=("stage that changed something", "stages that changed something"),
    is_item=PASSES.is_item,
)
