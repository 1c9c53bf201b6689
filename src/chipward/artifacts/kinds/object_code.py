"""Compiled code that is loaded without being linked: an object file, or an executable of XLA that holds several."""

from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("object-code"),
    title="Object code",
    layer=Layer.MACHINE_CODE,
    language="text",
    suffix="o",
    is_text=False,
)
