"""StableHLO: what JAX hands to XLA, with the places in Python of its operations."""

from chipward.artifacts.kinds.kind import Kind
from chipward.artifacts.xla import stablehlo
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("stablehlo"),
    title="StableHLO",
    layer=Layer.GRAPH_IR,
    language="mlir",
    suffix="mlir",
    noun=("StableHLO op", "StableHLO ops"),
    is_item=stablehlo.is_operation,
    locate=stablehlo.locate,
    calls=stablehlo.operation,
)
