"""AMDGCN: the assembly of one generation of AMD GPUs, instruction for instruction what the chip runs."""

from chipward.artifacts.gpu_code import amdgcn, mnemonics
from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("amdgcn"),
    title="AMDGCN",
    layer=Layer.MACHINE_CODE,
    language="amdgcn",
    suffix="s",
    noun=("AMDGCN instruction", "AMDGCN instructions"),
    is_item=amdgcn.is_instruction,
    calls=mnemonics.of_amdgcn,
)
