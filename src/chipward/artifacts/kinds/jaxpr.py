"""The jaxpr: the equations that JAX recorded while it traced a function."""

from chipward.artifacts.kinds.kind import Kind
from chipward.artifacts.xla import jaxpr_text
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("jaxpr"),
    title="jaxpr",
    layer=Layer.GRAPH_IR,
    language="text",
    suffix="txt",
    noun=("equation", "equations"),
    is_item=jaxpr_text.is_equation,
    calls=jaxpr_text.primitive,
)
