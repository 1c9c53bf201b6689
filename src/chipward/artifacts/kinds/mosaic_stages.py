"""All stages of a Pallas kernel on its way from Mosaic to LLO."""

from chipward.artifacts.kinds.kind import Kind
from chipward.artifacts.xla.hlo_passes import HEADING
from chipward.model.artifact import KindId
from chipward.model.layer import Layer


def _is_stage(line: str) -> bool:
    return line.startswith(HEADING)


KIND = Kind(
    id=KindId("mosaic-stages"),
    title="Stages of Mosaic",
    layer=Layer.KERNELS,
    language="mlir",
    suffix="mlir",
    noun=("stage", "stages"),
    is_item=_is_stage,
)
