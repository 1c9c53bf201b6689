"""Where instructions of LLVM IR came from, and a copy of it that numbers its own lines."""

import pytest
from reading import spelled, text_of, told

from chipward.artifacts.gpu_code.llvm import llvm_debug
from chipward.artifacts.gpu_code.llvm_numbering import NUMBERED, llvm_numbered
from chipward.artifacts.gpu_code.places import Frame

TEXT = text_of("llvm-ir", "row_mean")
METADATA = """!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!1 = !DIFile(filename: "k.py", directory: "/src")
!2 = !DIFile(filename: "/lib/a \\22b\\22.py", directory: "/src")
!3 = distinct !DISubprogram(name: "outer", scope: !1, file: !1, line: 10, scopeLine: 11, unit: !0)
!4 = distinct !DISubprogram(name: "inner", scope: !2, file: !2, line: 20, unit: !0)
!5 = !DILexicalBlock(scope: !4, line: 21)
!6 = !DILocation(line: 12, column: 3, scope: !3)
!7 = distinct !DILocation(line: 22, column: 5, scope: !5, inlinedAt: !6)
!8 = !DILocation(line: 0, scope: !4, inlinedAt: !6)
!9 = !DILocation(line: 0, scope: !3)
!10 = !DILocation(line: 1, scope: !3, inlinedAt: !10)
!11 = !DILexicalBlock(scope: !11)
!12 = !DILocation(line: 5, scope: !11)
"""


@pytest.mark.parametrize(
    ("instruction", "places"),
    [
        ("define ptx_kernel void @row_mean", ["18:0"]),
        ("read.ptx.sreg.ctaid.x(), !dbg", ["19:24"]),
        ("%7 = add i32 %2, 255", ["standard.py:43:17 < 21:40"]),
        ("%14 = lshr i32 %7, 8", ["standard.py:43:30 < 21:40"]),
        ("icmp slt i64", ["23:20", "23:20"]),
        ("ld.global.b32", ["24:20", "24:20"]),
        ("%32 = fmul", ["9:15 < 14:20 < 25:26"]),
        ("%34 = fmul", ["9:15 < 14:36 < 25:26"]),
        ("%36 = fadd", ["14:27 < 25:26"]),
        ("%47 = fadd", ["standard.py:263:15 < standard.py:293:36 < 26:18"]),
        ("st.global.b32", ["27:28"]),
        ("%indvars.iv = phi", ["without debug information"]),
        # A declaration and a label are no instructions.
        ("declare i32 @llvm.nvvm.shfl", []),
        ("; preds =", []),
    ],
)
def test_instructions_say_which_line_of_the_kernel_they_are(instruction: str, places: list[str]) -> None:
    assert told(llvm_debug(TEXT), TEXT, instruction) == places


def test_a_chain_names_the_file_and_function_of_each_frame() -> None:
    text = f"define void @f() !dbg !3 {{\n  ret void, !dbg !7\n}}\n{METADATA}"
    (chain,) = llvm_debug(text).chains[2]

    assert [(frame.file, frame.line, frame.function) for frame in chain] == [
        ('/lib/a "b".py', 22, "inner"),
        ("/src/k.py", 12, "outer"),
    ]


def test_a_place_without_a_line_still_tells_what_it_was_inlined_into() -> None:
    text = (
        f"define void @f() !dbg !3 {{\n  ret void, !dbg !8\n  ret void, !dbg !9\n  ret void, !dbg !99\n}}\n{METADATA}"
    )
    located = llvm_debug(text)

    assert spelled(located.chains[2][0]) == 'a "b".py:0:0 < k.py:12:3'
    assert located.silent == {3: "made by the compiler (line 0)", 4: "names a place that cannot be read"}


def test_a_chain_that_leads_in_a_circle_is_given_up() -> None:
    text = f"define void @f() !dbg !3 {{\n  ret void, !dbg !10\n}}\n{METADATA}"

    assert llvm_debug(text).silent == {2: "names a place that cannot be read"}


def test_a_scope_that_lies_in_itself_names_no_file() -> None:
    (chain,) = llvm_debug(f"define void @f() !dbg !3 {{\n  ret void, !dbg !12\n}}\n{METADATA}").chains[2]

    assert chain == (Frame("", 5),)


SWITCH = """define void @f(i32 %x) {
entry:
  #dbg_value(i32 %x, !4, !DIExpression(), !6)
  switch i32 %x, label %a [
    i32 0, label %a
    i32 1, label %b
  ], !dbg !6
}
"""


def test_a_switch_is_one_instruction_told_behind_its_table() -> None:
    located = llvm_debug(SWITCH + METADATA)

    assert {line: spelled(chains[0]) for line, chains in located.chains.items()} == {4: "k.py:12:3"}
    assert located.silent == {1: "without debug information"}


def test_a_numbered_copy_names_its_own_lines() -> None:
    copy = llvm_debug(llvm_numbered(TEXT))

    assert {(chains[0][0].file, line, len(chains[0])) for line, chains in copy.chains.items()} == {
        (NUMBERED, line, 1) for line in llvm_debug(TEXT).items
    }
    assert all(line == chains[0][0].line for line, chains in copy.chains.items())


def test_a_numbered_copy_differs_in_places_alone() -> None:
    plain = [line.split(", !dbg !")[0] for line in TEXT.split("\n") if not line.startswith("!")]
    copy = [line.split(", !dbg !")[0] for line in llvm_numbered(TEXT).split("\n") if not line.startswith("!")]

    assert [line for line in copy if line] == [line for line in plain if line]


def test_other_metadata_stays_and_a_function_without_places_is_left_alone() -> None:
    told_by = f"define void @f() !dbg !3 {{\n  %1 = load i8, ptr %p, !dbg !6, !tbaa !5\n}}\n{METADATA}"
    untold = "define void @g() {\n  ret void\n}\n"

    assert "%1 = load i8, ptr %p, !dbg !14, !tbaa !5" in llvm_numbered(told_by)
    assert llvm_numbered(untold).startswith(untold)
    assert "], !dbg !14" in llvm_numbered((SWITCH + METADATA).replace("@f(i32 %x)", "@f(i32 %x) !dbg !3"))
