"""Lines of LLVM IR behind x86 instructions: exact where the code is the same, and mostly right where it is not.

The kernels are XLA's. What is known of their lines for sure comes from DWARF, which another compilation carries.
"""

import sys

import pytest
from xla_kernels import KERNELS, SKYLAKE, compiled

from chipward.artifacts.machine_code.object_listing import ObjectListing, lines_of_object, list_object
from chipward.artifacts.xla.cpu_executable import Machine
from chipward.artifacts.xla.numbered_llvm import NUMBERED
from chipward.capture.tracers.jax.cpu.kernel_lines import KernelLines, NotCompiledAgainError, kernel_lines

HASWELL = Machine("x86_64-unknown-linux-gnu", "haswell", "")
OTHERS = (HASWELL, Machine("x86_64-unknown-linux-gnu", "sapphirerapids", ""))
RIGHT = 0.9  # of the lines that are inferred
BROKEN = """
define i32 @broken(i1 %c) {
a:
  br i1 %c, label %b, label %d
b:
  %x = add i32 1, 2
  br label %d
d:
  ret i32 %x
}
"""


@pytest.fixture(params=KERNELS, ids=lambda path: path.stem)
def ir(request: pytest.FixtureRequest) -> str:
    return request.param.read_text(encoding="utf-8")


def lines_for(ir: str, code: bytes, machine: Machine) -> tuple[ObjectListing, KernelLines]:
    listing = list_object(code, "kernel.o")
    return listing, kernel_lines(ir, listing, machine, large=True)


def test_the_same_code_has_exact_lines_which_are_those_of_dwarf(ir: str) -> None:
    listing, found = lines_for(ir, compiled(ir, SKYLAKE), SKYLAKE)
    told = lines_of_object(compiled(ir, SKYLAKE, places=True), "kernel.o", NUMBERED)

    assert found.alignment.identical
    assert {edge[2] for edge in found.edges} == {"exact"}
    assert {(end, start) for start, end, _ in found.edges} == {
        (one.line, told[one.instruction.address]) for one in listing.code if told.get(one.instruction.address)
    }
    assert "byte for byte" in found.method


def test_other_code_has_inferred_lines_that_are_mostly_right() -> None:
    right: list[bool] = []
    for path in KERNELS:
        ir = path.read_text(encoding="utf-8")
        for machine in OTHERS:
            listing, found = lines_for(ir, compiled(ir, machine), SKYLAKE)
            told = lines_of_object(compiled(ir, machine, places=True), "kernel.o", NUMBERED)
            truth = {one.line: told.get(one.instruction.address) for one in listing.code}
            if not found.alignment.identical:
                assert {edge[2] for edge in found.edges} == {"inferred"}
                right += [truth[end] == start for start, end, _ in found.edges if truth[end]]

    assert len(right) > 100
    assert sum(right) >= RIGHT * len(right)


def test_every_line_is_accounted_for(ir: str) -> None:
    for machine in (SKYLAKE, HASWELL):
        listing, found = lines_for(ir, compiled(ir, machine), SKYLAKE)
        lost = {side: sum(loss[1] for loss in found.losses if loss[0] == side) for side in ("from", "to")}

        assert lost["to"] + len({edge[1] for edge in found.edges}) == listing.lines
        assert lost["from"] + len({edge[0] for edge in found.edges}) == ir.count("\n") + (not ir.endswith("\n"))


def test_ir_that_cannot_be_read_is_refused_in_a_sentence(ir: str) -> None:
    listing = list_object(compiled(ir, SKYLAKE), "kernel.o")

    with pytest.raises(NotCompiledAgainError, match="parsing error"):
        kernel_lines(ir.replace("load", "lode"), listing, SKYLAKE, large=True)


def test_a_module_that_would_end_the_process_is_refused(ir: str) -> None:
    listing = list_object(compiled(ir, SKYLAKE), "kernel.o")
    broken = f"{ir}\n{BROKEN}"

    with pytest.raises(NotCompiledAgainError, match="dominate"):
        kernel_lines(broken, listing, SKYLAKE, large=True)


def test_without_llvmlite_it_says_so(ir: str, monkeypatch: pytest.MonkeyPatch) -> None:
    listing = list_object(compiled(ir, SKYLAKE), "kernel.o")
    monkeypatch.setitem(sys.modules, "llvmlite.binding", None)

    with pytest.raises(ImportError):
        kernel_lines(ir, listing, Machine("x86_64-unknown-linux-gnu", "skylake", "+avx2"), large=True)


def test_nothing_is_printed(ir: str, capfd: pytest.CaptureFixture[str]) -> None:
    strange = Machine("x86_64-unknown-linux-gnu", "skylake-avx512", "+heard-of-next-year")

    lines_for(ir, compiled(ir, SKYLAKE), strange)

    assert capfd.readouterr() == ("", "")
