"""What XLA reckons that a program costs: operations, transcendental functions, bytes."""

from chipward.artifacts.kinds.kind import Kind
from chipward.artifacts.kinds.resource_usage import KIND as USAGE
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("cost-analysis"),
    title="Cost analysis",
    layer=Layer.COMPILER,
    language="text",
    suffix="txt",
    noun=("figure", "figures"),
    is_item=USAGE.is_item,
    turn=4,
)
