"""HLO: what XLA works on, before its passes or after them."""

from chipward.artifacts.kinds.kind import Kind
from chipward.artifacts.xla import hlo
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("hlo"),
    title="HLO",
    layer=Layer.COMPILER,
    language="text",
    suffix="hlo",
    noun=("HLO instruction", "HLO instructions"),
    is_item=hlo.is_computing,
    locate=hlo.locate,
    calls=hlo.opcode,
)
