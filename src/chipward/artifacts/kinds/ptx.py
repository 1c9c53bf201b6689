"""PTX: the instructions of NVIDIA's virtual machine, with as many registers as anybody likes."""

from chipward.artifacts.gpu_code import mnemonics, ptx_statements
from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("ptx"),
    title="PTX",
    layer=Layer.MACHINE_CODE,
    language="ptx",
    suffix="ptx",
    noun=("PTX instruction", "PTX instructions"),
    is_item=ptx_statements.begins_instruction,
    calls=mnemonics.of_ptx,
)
