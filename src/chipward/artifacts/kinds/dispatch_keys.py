"""The dispatch keys that a call visited, in order, with the C++ registration behind each."""

from chipward.artifacts.kinds.eager_ops import KIND as OPS
from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("dispatch-keys"),
    title="Dispatch keys",
    layer=Layer.FRAMEWORK,
    language="text",
    suffix="txt",
    noun=("dispatch", "dispatches"),
    is_item=OPS.is_item,
)
