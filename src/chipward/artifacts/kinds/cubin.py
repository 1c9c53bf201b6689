"""An object file for one generation of NVIDIA GPUs, as bytes. What it holds is read in its listing."""

from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("cubin"),
    title="cubin",
    layer=Layer.MACHINE_CODE,
    language="text",
    suffix="cubin",
    is_text=False,
)
