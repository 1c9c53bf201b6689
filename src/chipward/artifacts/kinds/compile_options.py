"""The options that a program was compiled with, as JAX hands them to XLA: what it takes to compile it once more."""

from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("compile-options"),
    title="Compile options",
    layer=Layer.COMPILER,
    language="text",
    suffix="pb",
    is_text=False,
)
