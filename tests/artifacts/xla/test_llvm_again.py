"""LLVM IR as XLA writes it, made ready for another LLVM: it means the same, line by line."""

import re
import struct
import time

import llvmlite.binding as llvm
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chipward.artifacts.machine_code.object_listing import lines_of_object, list_object
from chipward.artifacts.xla.llvm_functions import functions_of
from chipward.artifacts.xla.numbered_llvm import DIRECTIVES, NUMBERED, numbered_llvm
from chipward.artifacts.xla.older_llvm import for_older_llvm, fusing_as_xla_does

# As XLA 0.10 prints a kernel, shortened.
KERNEL = """\
; ModuleID = '__compute_module_add_fusion.1_kernel_module'
target triple = "x86_64-unknown-linux-gnu"

@table = private unnamed_addr constant [2 x float] [float f0x3DCCCCCD, float +inf]

; Function Attrs: nounwind memory(readwrite, target_mem: none) denormal_fpenv(preservesign)
define noalias ptr @add_fusion.1(ptr readonly captures(none) %0) local_unnamed_addr #0 {
entry:
  %1 = load ptr, ptr %0, align 8, !invariant.load !2
  %2 = load float, ptr %1, align 4
  %3 = fmul float %2, f0x3DCCCCCD
  %4 = fadd reassoc float %3, 1.000000e-01
  %5 = fcmp olt float %4, +inf
  br i1 %5, label %6, label %7

6:                                                ; preds = %entry
  store float %4, ptr %1, align 4, !alias.scope !3
  br label %7

7:                                                ; preds = %6, %entry
  %8 = call i32 @"a helper"(i32 1)
  switch i32 %8, label %9 [
    i32 0, label %9
    i32 1, label %9
  ]

9:                                                ; preds = %7
  ret ptr null
}

define internal i32 @"a helper"(i32 %0) {
  %2 = add i32 %0, 1
  ret i32 %2
}

attributes #0 = { nounwind memory(readwrite, target_mem: none) denormal_fpenv(preservesign) }

!llvm.module.flags = !{!0, !1}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"xla_dylib_index", i64 4}
!2 = !{}
!3 = !{!4}
!4 = distinct !{!4, !5, !"add_fusion.1: argument 0"}
!5 = distinct !{!5, !"add_fusion.1"}
"""

_PIECES = st.sampled_from(
    [
        "define ",
        "@f(",
        ") {\n",
        "}\n",
        "  %1 = fadd float %0, ",
        "f0x3DCCCCCD",
        "1.0e-01",
        "+inf",
        "!0 = ",
        "!{",
        "\n",
        "  switch i32 %8, label %9 [\n",
        "  ]\n",
        "!llvm.module.flags = !{",
        "denormal_fpenv(",
        ", target_mem: none",
        "%",
    ]
)
_texts = st.lists(_PIECES | st.text(max_size=4), max_size=25).map("".join)


@pytest.fixture(scope="module", autouse=True)
def targets() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def parsed(text: str) -> llvm.ModuleRef:
    module = llvm.parse_assembly(text)
    module.verify()
    return module


def compiled(text: str) -> bytes:
    machine = llvm.Target.from_triple("x86_64-unknown-linux-gnu").create_target_machine(opt=3, codemodel="large")
    return bytes(machine.emit_object(parsed(text)))


def test_the_llvm_of_llvmlite_reads_it_and_makes_the_same_code_with_places_and_without() -> None:
    older = for_older_llvm(KERNEL)

    plain, placed = (list_object(compiled(text), "it") for text in (older, for_older_llvm(numbered_llvm(KERNEL))))

    assert [line.code for line in plain.code] == [line.code for line in placed.code]


def test_each_instruction_has_its_own_line_for_a_place() -> None:
    lines = KERNEL.split("\n")
    code = compiled(for_older_llvm(numbered_llvm(KERNEL)))
    places = lines_of_object(code, "it", NUMBERED)
    listing = list_object(code, "it")

    found = {
        lines[places[one.instruction.address] - 1].strip() for one in listing.code if one.instruction.address in places
    }

    stores = [places[one.instruction.address] for one in listing.code if one.instruction.mnemonic == "vmovss"]
    assert "ret ptr null" in found
    assert "%4 = fadd reassoc float %3, 1.000000e-01" in found
    assert all("store float" in lines[line - 1] or "load float" in lines[line - 1] for line in stores)


def test_lines_stay_where_they_are() -> None:
    for changed in (numbered_llvm(KERNEL), for_older_llvm(KERNEL), fusing_as_xla_does(KERNEL)):
        there = changed.split("\n")
        for number, line in enumerate(KERNEL.split("\n")[:-1]):
            assert there[number][:3] == line[:3]


def test_a_table_of_a_switch_has_its_place_at_its_end() -> None:
    lines = numbered_llvm(KERNEL).split("\n")

    (end,) = [number for number, line in enumerate(lines) if line.startswith("  ], !dbg !")]
    node = lines[end].rpartition("!")[2]
    assert (
        f"!{node} = !DILocation(line: {KERNEL.split(chr(10)).index('  switch i32 %8, label %9 [') + 1},"
        in "\n".join(lines)
    )


def test_what_has_debug_information_is_left_as_it_is() -> None:
    assert numbered_llvm(numbered_llvm(KERNEL)) == numbered_llvm(KERNEL)


def test_directives_name_no_version_of_dwarf() -> None:
    text = numbered_llvm(KERNEL, emission=DIRECTIVES)

    assert "emissionKind: DebugDirectivesOnly" in text
    assert "Dwarf Version" not in text
    parsed(for_older_llvm(text))


def test_a_module_without_flags_gets_some() -> None:
    text = numbered_llvm("define i32 @f() {\n  ret i32 1\n}\n")

    assert '!"Debug Info Version", i32 3}' in text
    assert "DILocation(line: 2," in str(parsed(text))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("fmul float %x, f0x3F000000", "5.000000e-01"),
        ("fmul float %x, 1.000000e-01", "0x3FB99999A0000000"),
        ("fmul double %x, 1.000000e-01", "1.000000e-01"),
        ("fmul <2 x float> %x, splat (float 2.500000e+00)", "splat (float 2.500000e+00)"),
        ("fadd float %x, -inf", "0xFFF0000000000000"),
        ("fadd half %x, 9.997550e-02", "0xH2E66"),
        ("fadd half %x, +inf", "0xH7C00"),
        ("fadd bfloat %x, 1.000980e-01", "0xR3DCD"),
        ("fadd double %x, f0x3FB999999999999A", "1.000000e-01"),
    ],
)
def test_constants_keep_their_values(written: str, read: str) -> None:
    kind = next(re.finditer(r"<.*?>|float|double|half|bfloat", written))[0]
    text = f"define {kind} @f({kind} %x) {{\n  %y = {written}\n  ret {kind} %y\n}}\n"

    assert read in str(parsed(for_older_llvm(text)))


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_bits_and_decimals_are_the_same_number(value: float) -> None:
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    told = struct.unpack("<Q", struct.pack("<d", value))[0]

    assert for_older_llvm(f"float f0x{bits:08X}") == f"float 0x{told:016X}"
    assert for_older_llvm(f"float {value:.30e}") == f"float 0x{told:016X}"


def test_operations_may_be_fused_and_say_so_once() -> None:
    once = fusing_as_xla_does(
        "  %1 = fmul float %0, %0\n  %2 = fadd reassoc <2 x float> %a, %b\n  %3 = fcmp olt float 1, 2"
    )

    assert once == (
        "  %1 = fmul contract float %0, %0\n  %2 = fadd reassoc contract <2 x float> %a, %b\n  %3 = fcmp olt float 1, 2"
    )
    assert fusing_as_xla_does(once) == once


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("!4 = distinct !{!4, i1 false}", "!4 = distinct !{!4}"),
        ('!4 = distinct !{!4, !"name", i1 true}', '!4 = distinct !{!4, !"name"}'),
        ('!4 = !{!"XLA global AA domain", i1 false}', '!4 = !{!"XLA global AA domain"}'),
        ('!4 = !{!"llvm.loop.vectorize.enable", i1 true}', '!4 = !{!"llvm.loop.vectorize.enable", i1 true}'),
    ],
)
def test_domains_of_aliases_lose_what_older_ones_do_not_know(written: str, read: str) -> None:
    assert for_older_llvm(written) == read


def test_functions_are_told_with_their_lines() -> None:
    first, second = functions_of(KERNEL)

    assert (first.name, first.is_internal, first.heading, len(first.lines)) == ("add_fusion.1", False, 7, 11)
    assert (second.name, second.is_internal, len(second.lines)) == ("a helper", True, 2)


@given(_texts)
def test_any_text_can_be_rewritten(text: str) -> None:
    functions_of(text)
    numbered = numbered_llvm(fusing_as_xla_does(for_older_llvm(text)))

    assert numbered.count("\n") >= text.count("\n")


@pytest.mark.parametrize("piece", ["f0x3DCCCCCD ", "fadd reassoc ", "define @f(", "distinct !{!1", "1.0e-01", "!"])
def test_enormous_lines_take_no_more_than_their_length(piece: str) -> None:
    text = "  %1 = fadd " + piece * (300_000 // len(piece))
    start = time.perf_counter()

    numbered_llvm(fusing_as_xla_does(for_older_llvm(text)))
    functions_of(text)

    assert time.perf_counter() - start < 5
