"""The guards under which compiled code may be used again, as Dynamo prints its tree of them."""

from chipward.artifacts.kinds.kind import Kind
from chipward.artifacts.locations import guard_comments
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("guards"),
    title="Guards",
    layer=Layer.FRAMEWORK,
    language="text",
    suffix="txt",
    noun=("guard", "guards"),
    is_item=guard_comments.is_guard,
    locate=guard_comments.locate,
)
