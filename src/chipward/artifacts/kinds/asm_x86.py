"""x86 machine code: one instruction a line, a heading before each function."""

from chipward.artifacts.kinds.kind import Kind, has_words
from chipward.model.artifact import KindId
from chipward.model.layer import Layer


def _is_instruction(text: str) -> bool:
    # A heading is "0000000000002580 <kernel._omp_fn.0>:"; what stands alone behind ";" is a comment.
    return has_words(text) and not text.endswith(":") and not text.lstrip().startswith((";", "#"))


KIND = Kind(
    id=KindId("asm-x86"),
    title="x86 machine code",
    layer=Layer.MACHINE_CODE,
    language="nasm",
    suffix="asm",
    noun=("instruction", "instructions"),
    is_item=_is_instruction,
)
