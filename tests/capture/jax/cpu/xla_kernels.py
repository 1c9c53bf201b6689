"""Kernels that XLA made, as LLVM IR, and what an LLVM makes of them."""

from pathlib import Path

import llvmlite.binding as llvm

from chipward.artifacts.xla.cpu_executable import Machine
from chipward.artifacts.xla.numbered_llvm import numbered_llvm
from chipward.artifacts.xla.older_llvm import for_older_llvm, fusing_as_xla_does

KERNELS = sorted((Path(__file__).parent / "kernels").glob("*.ll"))
SKYLAKE = Machine("x86_64-unknown-linux-gnu", "skylake-avx512", "")


def compiled(ir: str, machine: Machine, *, places: bool = False) -> bytes:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(machine.triple).create_target_machine(
        cpu=machine.cpu, features=machine.features, opt=3, codemodel="large"
    )
    text = fusing_as_xla_does(for_older_llvm(numbered_llvm(ir) if places else ir))
    return bytes(target.emit_object(llvm.parse_assembly(text)))
