"""Where instructions of AMD's assembly came from."""

import pytest
from reading import spelled, text_of, told

from chipward.artifacts.gpu_code.amdgcn import amdgcn_instructions, amdgcn_lines

TEXT = text_of("amdgcn", "row_mean")


@pytest.mark.parametrize(
    ("instruction", "places"),
    [
        ("s_load_dwordx2 s[2:3]", ["18:0"]),
        ("s_add_i32 s0, s6, 0xff", ["standard.py:43:17 < 21:40"]),
        ("s_ashr_i32 s13, s0, 8", ["standard.py:43:30 < 21:40"]),
        ("s_cmpk_lt_i32", ["21:23"]),
        ("v_cmp_gt_i32_e32 vcc, s6, v2", ["23:20"]),
        ("global_load_dword", ["24:20"]),
        # One instruction for both products: LLVM kept the place of the first.
        ("v_pk_mul_f32", ["9:15 < 14:20 < 25:26"]),
        ("v_add_f32_e32 v3, v4, v5", ["14:27 < 25:26"]),
        ("row_bcast:31", ["standard.py:263:15 < standard.py:293:36 < 26:18"]),
        ("global_store_dword", ["27:28"]),
        ("s_endpgm", ["27:4"]),
        ("s_or_b64 exec, exec, s[10:11]", ["made by the compiler (line 0)"]),
        # Directives, labels, comments, data and the metadata of the kernel
        (".amdhsa_", []),
        (".LBB0_2:", []),
        ("; %bb.1", []),
        (".byte", []),
        ("amdhsa.target", []),
        ("- 1", []),
    ],
)
def test_instructions_say_which_line_of_the_kernel_they_are(instruction: str, places: list[str]) -> None:
    assert told(amdgcn_lines(TEXT), TEXT, instruction) == places


def test_a_function_does_not_begin_where_the_one_before_it_ended() -> None:
    text = """	.file	1 "/src" "k.py"
f:
	.loc	1 3 4                           ; k.py:3:4
	s_endpgm ; the end
	.cfi_endproc
g:
	s_endpgm
	.amdgpu_metadata
  not_an_instruction
	.end_amdgpu_metadata
	v_mov_b32_e32 v0, 0
"""
    located = amdgcn_lines(text)

    assert {line: spelled(chains[0]) for line, chains in located.chains.items()} == {4: "k.py:3:4"}
    assert set(located.silent) == {7, 11}
    assert [one.text for one in amdgcn_instructions(text)] == ["s_endpgm", "s_endpgm", "v_mov_b32_e32 v0, 0"]


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("k.py:3:4", "k.py:3:4"),
        ("k.py:3:4 @[ other.py:5:6 ]", "k.py:3:4 < other.py:5:6"),
        ("k.py:3:4 @[ k.py:5:6 @[ k.py:7:8 ] ]", "k.py:3:4 < k.py:5:6 < k.py:7:8"),
        ("k.py:3:4 @[ k.py:5 @[ k.py:7:8 ] ]", "k.py:3:4 < k.py:5:0 < k.py:7:8"),
        ("k.py:3:4 @[ k.py:99999999999999999999:6 ]", "k.py:3:4 < k.py:0:6"),
        ("k.py:3:4 @[ what is this ]", "k.py:3:4"),
        ("", "k.py:3:4"),
        ("\n\t.loc here", "k.py:3:4"),
    ],
)
def test_the_callers_stand_in_the_comment(comment: str, expected: str) -> None:
    text = f'\t.file\t1 "/src" "k.py"\n\t.loc\t1 3 4 is_stmt 0 ; {comment}\n\ts_endpgm\n'

    assert [spelled(chain) for chain in amdgcn_lines(text).chains[3 + comment.count("\n")]] == [expected]
