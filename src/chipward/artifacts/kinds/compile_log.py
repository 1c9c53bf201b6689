"""What a compiler had to say while it worked."""

from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("compile-log"),
    title="Compile log",
    layer=Layer.COMPILER,
    language="text",
    suffix="txt",
)
