"""The proof that lines of machine code are those of the PTX: a second assembly, and how it compares to the first."""

from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("relink-proof"),
    title="Proof of the line map",
    layer=Layer.MACHINE_CODE,
    language="text",
    suffix="txt",
)
