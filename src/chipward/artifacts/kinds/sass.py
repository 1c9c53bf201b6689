"""SASS: the machine code of one generation of NVIDIA GPUs, as `nvdisasm` lists a cubin."""

from chipward.artifacts.gpu_code import mnemonics, sass
from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("sass"),
    title="SASS",
    layer=Layer.MACHINE_CODE,
    language="sass",
    suffix="sass",
    noun=("SASS instruction", "SASS instructions"),
    is_item=sass.is_instruction,
    calls=mnemonics.of_sass,
)
