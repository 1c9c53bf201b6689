"""An object file for one generation of AMD GPUs, as bytes. Its text is the assembly that it was made from."""

from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("hsaco"),
    title="HSA code object",
    layer=Layer.MACHINE_CODE,
    language="text",
    suffix="hsaco",
    is_text=False,
)
