"""Where instructions of PTX came from, and a copy of it that numbers its own lines."""

import pytest
from reading import spelled, text_of, told

from chipward.artifacts.gpu_code.ptx import NUMBERED, ptx_instructions, ptx_lines, ptx_numbered

TEXT = text_of("ptx", "row_mean")


@pytest.mark.parametrize(
    ("instruction", "places"),
    [
        ("%ctaid.x", ["19:24"]),
        ("add.s32 	%r2, %r5, 255", ["standard.py:43:17 < 21:40"]),
        ("shr.u32 	%r7, %r2, 8", ["standard.py:43:30 < 21:40"]),
        ("bra 	$L__BB0_2", ["21:23"]),
        ("setp.lt.s64", ["23:20", "23:20"]),
        ("ld.global.b32", ["24:20", "24:20"]),  # between comments: inline assembly
        ("mul.f32 	%r13", ["9:15 < 14:36 < 25:26"]),
        # LLVM made one instruction of the product by 2.0 and the sum, and kept the place of the sum.
        ("fma.rn.f32", ["14:27 < 25:26", "14:27 < 25:26"]),
        ("add.f32 	%r26", ["standard.py:263:15 < standard.py:293:36 < 26:18"]),
        ("ret;", ["27:4"]),
        ("mul.lo.s32 	%r6", ["made by the compiler (line 0)"]),
        # Directives, labels and what the sections of debug information hold
        (".reg", []),
        ("$L__BB0_2:  ", []),
        (".b8 1 ", []),
    ],
)
def test_instructions_say_which_line_of_the_kernel_they_are(instruction: str, places: list[str]) -> None:
    assert told(ptx_lines(TEXT), TEXT, instruction) == places


def test_callers_are_known_by_the_path_that_bears_their_name() -> None:
    (chain,) = next(chains for chains in ptx_lines(TEXT).chains.values() if len(chains[0]) == 3)

    assert [frame.file for frame in chain] == ["/src/triton_kernels.py"] * 3


BODY = """.visible .entry f(
	.param .u64 a
)
{
	.reg .b32 %r<4>;
	add.s32 %r0, %r0, 1;
	.loc	1 10 3
	add.s32 %r1, %r0, 1;
	{ // callseq 0, 0
	.param .b64 param0;
	call.uni (retval0),
	vprintf,
	(param0, param1);
	} // callseq 0
	.loc	2 20 5, function_name $L__info_string0, inlined_at 1 10 3
	{ .reg .b32 t; mul.lo.s32 t, %r1, %r1; add.s32 %r2, t, t; }
	.loc	2 30 9, function_name $L__info_string0+6, inlined_at 2 20 5
	mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
		{%r1, %r2},
		/* the matrix; */ {%r2, %r3};
	.loc	2 31 1, function_name $L__info_string0, inlined_at 3 4 5
$L__BB0_1: @%p1 bra $L__BB0_1;
	.pragma "nounroll";
	/* add.s32 %r1, %r1, 1;
	add.s32 %r1, %r1, 2;
	*/
	ret;
}
.func g()
{
	ret;
}
	.file	1 "/src/k.py"
	.file	2 "/lib/std.py"
	.section	.debug_str
	{
$L__info_string0:
.b8 115
	}
"""


def test_every_form_of_statement_and_place() -> None:
    located = ptx_lines(BODY)

    assert {line: spelled(chains[0]) for line, chains in located.chains.items()} == {
        8: "k.py:10:3",
        11: "k.py:10:3",
        16: "std.py:20:5 < k.py:10:3",
        18: "std.py:30:9 < std.py:20:5 < k.py:10:3",
        22: "std.py:31:1 < :4:5",  # the directive names no file of this number
        27: "std.py:31:1 < :4:5",
    }
    # A function does not begin where the one before it ended.
    assert set(located.silent) == {6, 31}
    assert [one.line for one in ptx_instructions(BODY)] == sorted(located.items)
    assert ptx_instructions(BODY)[2].text == "call.uni (retval0), vprintf, (param0, param1);"


def test_an_instruction_may_run_on_over_lines_that_say_nothing() -> None:
    text = ".entry f()\n{\n\tcall.uni\n\n// its name\n\tvprintf;\n\tret;\n}\n"

    assert [(one.line, one.text) for one in ptx_instructions(text)] == [(3, "call.uni vprintf;"), (7, "ret;")]


def test_a_numbered_copy_names_its_own_lines() -> None:
    copy = ptx_numbered(BODY)
    code = [line for line in copy.split("\n") if not line.startswith("\t.loc\t1 ")]
    kept = [line for line in BODY.split("\n") if ".loc" not in line and ".file" not in line]

    assert code == [*kept[: kept.index("\t.section\t.debug_str")], "", f'\t.file\t1 "{NUMBERED}"', ""]
    lines = BODY.split("\n")
    for instruction, numbered in zip(ptx_instructions(BODY), ptx_instructions(copy), strict=True):
        assert instruction.text == numbered.text
        (chain,) = ptx_lines(copy).chains[numbered.line]
        assert (chain[0].file, chain[0].line) == (NUMBERED, instruction.line)
        assert lines[instruction.line - 1].strip()


def test_a_numbered_copy_keeps_sections_of_other_things() -> None:
    text = "\t.section\t.other\n\t{\n.b8 1\n\t}\n\t.section\t.debug_macinfo\t{\t}\n"

    assert ptx_numbered(text).startswith("\t.section\t.other\n\t{\n.b8 1\n\t}\n\n\t.file")
