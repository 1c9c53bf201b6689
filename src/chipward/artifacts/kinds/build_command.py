"""The command that turned a kernel's source into a shared object."""

from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("build-command"),
    title="Build command",
    layer=Layer.COMPILER,
    language="bash",
    suffix="sh",
)
