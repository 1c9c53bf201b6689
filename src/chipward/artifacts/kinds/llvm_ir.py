"""LLVM IR: what one thread does, after LLVM has optimised it and before it chooses instructions of a chip."""

from chipward.artifacts.gpu_code import llvm, mnemonics
from chipward.artifacts.kinds.kind import Kind
from chipward.model.artifact import KindId
from chipward.model.layer import Layer

KIND = Kind(
    id=KindId("llvm-ir"),
    title="LLVM IR",
    layer=Layer.KERNELS,
    language="llvm",
    suffix="ll",
    noun=("LLVM instruction", "LLVM instructions"),
    is_item=llvm.is_instruction,
    calls=mnemonics.of_llvm,
)
