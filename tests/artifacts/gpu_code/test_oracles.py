"""What we say of lines agrees with what LLVM and NVIDIA's tools say, on kernels that are compiled here and now."""

from pathlib import Path

import compiled_kernels as kernels
import pytest
from nvdisasm_oracle import listed, with_calls
from triton.backends.compiler import GPUTarget

from chipward.artifacts.gpu_code.again import Made, made_again
from chipward.artifacts.gpu_code.amdgcn import amdgcn_instructions, amdgcn_lines
from chipward.artifacts.gpu_code.llvm import llvm_debug
from chipward.artifacts.gpu_code.llvm_numbering import NUMBERED as NUMBERED_LLVM
from chipward.artifacts.gpu_code.llvm_numbering import llvm_numbered
from chipward.artifacts.gpu_code.places import Chain, name_of
from chipward.artifacts.gpu_code.ptx import ptx_instructions, ptx_lines, ptx_numbered

KERNELS = ["row_mean", "product"]


def _bare(chain: Chain) -> list[tuple[str, int, int]]:
    return [(name_of(frame.file), frame.line, frame.column) for frame in chain]


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize(
    ("target", "stage"), [(kernels.HOPPER, "ptx"), (kernels.MI300, "amdgcn")], ids=["ptx", "amdgcn"]
)
def test_an_instruction_has_the_place_of_the_llvm_instruction_that_became_it(
    kernel: str, target: GPUTarget, stage: str
) -> None:
    # LLVM writes the chain of calls into a comment; we read it out of the metadata. Which instruction became which is
    # known by running LLVM on a copy of its IR that numbers its own lines.
    made = kernels.stages_of(kernel, target)
    read, locate = (ptx_instructions, ptx_lines) if stage == "ptx" else (amdgcn_instructions, amdgcn_lines)
    again = kernels.run_stage(stage, target, llvm_numbered(made["llir"]))
    ir, assembly = llvm_debug(made["llir"]), locate(made[stage])
    joined = made_again(ir, Made(read(made[stage]), assembly), Made(read(again), locate(again)), NUMBERED_LLVM)

    assert joined is not None
    told = [edge for edge in joined.line_map if edge.start in ir.chains and edge.end in assembly.chains]
    assert len(told) > 80
    for edge in told:
        assert _bare(assembly.chains[edge.end][0]) == _bare(ir.chains[edge.start][0])


@pytest.mark.parametrize("kernel", KERNELS)
def test_machine_code_has_the_chain_of_calls_that_nvdisasm_prints(kernel: str, tmp_path: Path) -> None:
    ptx = kernels.stages_of(kernel, kernels.HOPPER)["ptx"]
    shipped = listed(kernels.disassemble(kernels.stages_of(kernel, kernels.HOPPER)["cubin"], tmp_path, "-g"))
    numbered = listed(kernels.disassemble(kernels.assemble(ptx_numbered(ptx), tmp_path), tmp_path, "-g"))
    theirs = listed(kernels.disassemble(kernels.assemble(with_calls(ptx), tmp_path), tmp_path, "-gi"))

    # Places change nothing but places.
    codes = [[(one.address, one.text) for one in listing] for listing in (shipped, numbered, theirs)]
    assert codes[0] == codes[1] == codes[2]

    places = ptx_lines(ptx)
    compared = 0
    for ours, other in zip(numbered, theirs, strict=True):
        ((file, line),) = ours.lines
        assert file == "kernel.ptx"
        if line in places.chains:
            compared += 1
            assert [(name_of(frame.file), frame.line) for frame in places.chains[line][0]] == list(other.lines)
    assert compared > 0.9 * len(shipped)


def test_machine_code_forgets_the_calls_without_help(tmp_path: Path) -> None:
    # Why the PTX is numbered at all: of a sum, ptxas knows the line of Triton's library, and none of the kernel.
    shipped = listed(kernels.disassemble(kernels.stages_of("row_mean", kernels.HOPPER)["cubin"], tmp_path, "-gi"))

    assert {one.lines for one in shipped if one.text.startswith("SHFL.BFLY")} == {(("standard.py", 293),)}
