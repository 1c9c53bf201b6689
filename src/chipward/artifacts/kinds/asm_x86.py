"""x86 machine code as `machine_code` lists it: one instruction a line, a heading before each function."""

import re

from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

# "    25a3  vmovups zmm0, zmmword ptr [rdx + rcx*4]"; a heading is "0000000000002580 <kernel._omp_fn.0>:"
_INSTRUCTION = re.compile(r" +[0-9a-f]+  \S")


def _is_instruction(text: str) -> bool:
    return _INSTRUCTION.match(text) is not None


KIND = Kind(
    id=KindId("asm-x86"),
    title="x86 machine code",
    layer=Layer.MACHINE_CODE,
    language="nasm",
    suffix="asm",
    noun=("instruction", "instructions"),
    is_item=_is_instruction,
)
