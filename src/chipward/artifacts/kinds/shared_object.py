"""A compiled library, as bytes. What it holds is read in its listing."""

from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("shared-object"),
    title="Shared object",
    layer=Layer.MACHINE_CODE,
    language="text",
    suffix="so",
    is_text=False,
)
