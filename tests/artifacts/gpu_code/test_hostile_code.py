"""Texts that nobody meant to write: readers of GPU code yield what they know, never raise, and lose no time."""

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import text_of

from chipward.artifacts.gpu_code.amdgcn import amdgcn_instructions, amdgcn_lines
from chipward.artifacts.gpu_code.joins import from_source, same_location
from chipward.artifacts.gpu_code.llvm import llvm_debug
from chipward.artifacts.gpu_code.llvm_numbering import llvm_numbered
from chipward.artifacts.gpu_code.mlir import mlir_locations
from chipward.artifacts.gpu_code.places import Located
from chipward.artifacts.gpu_code.ptx import ptx_instructions, ptx_lines, ptx_numbered

READERS = {"mlir": mlir_locations, "llvm": llvm_debug, "ptx": ptx_lines, "amdgcn": amdgcn_lines}
WRITERS = {"llvm": llvm_numbered, "ptx": ptx_numbered}
REAL = {
    "mlir": [text_of("ttir", "row_mean"), text_of("ttgir", "product")],
    "llvm": [text_of("llvm-ir", "row_mean")],
    "ptx": [text_of("ptx", "row_mean")],
    "amdgcn": [text_of("amdgcn", "row_mean")],
}
# What readers look for, so that random texts come close to it.
PIECES = {
    "mlir": [
        "#loc1",
        " = loc(",
        "callsite(",
        " at ",
        "fused[",
        "<",
        ">",
        '"k.py"',
        ":7",
        ")",
        "]",
        " {",
        "}",
        "({",
        "%0 =",
    ],
    "llvm": [
        *["define void @f() ", "!dbg !1", ", !dbg !2", " {\n", "}\n", "  ret void", "  ]", " ["],
        *["!1 = !DILocation(line: 3", ", scope: !2)", ", inlinedAt: !1)"],
        *['!2 = !DIFile(filename: "k.py")', "!3 = distinct !DISubprogram(scope: !3"],
    ],
    "ptx": [
        *[".visible .entry f(", ")", "{", "}", "\t.loc\t1 2 3", " // k.py:2:3", " @[ a.py:1:2", " ]"],
        *[", inlined_at 1 2 3", '\t.file\t1 "k.py"', "add.s32 %r0, %r1", ";", "/*", "*/", ".section", "$L:"],
    ],
    "amdgcn": [
        *["\t.loc\t1 2 3", " ; k.py:2:3", " @[ a.py:1:2", " ]", '\t.file\t1 "a" "k.py"', "\ts_nop 0"],
        *[".amdgpu_metadata", ".end_amdgpu_metadata", ".size"],
    ],
}
_NOISE = st.sampled_from(["\n", " ", '"', "\\", "99999999999999999999", "\x00", "\u2028", "²"]) | st.text(max_size=5)


def _close_to(name: str) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(PIECES[name]) | _NOISE, max_size=30).map("".join)


def _cut(name: str) -> st.SearchStrategy[str]:
    def cut(text: str, start: int, gap: int) -> str:
        return text[:start] + text[start + gap :]

    return st.builds(cut, st.sampled_from(REAL[name]), st.integers(0, 12000), st.integers(0, 12000))


_TEXTS = st.sampled_from(sorted(READERS)).flatmap(
    lambda name: st.tuples(st.just(name), st.text() | _close_to(name) | _cut(name))
)


@given(_TEXTS)
def test_readers_stay_within_the_text(named: tuple[str, str]) -> None:
    name, text = named
    located = READERS[name](text)
    lines = text.count("\n") + 1

    assert located.lines <= lines
    assert not located.chains.keys() & located.silent.keys()
    assert all(1 <= line <= lines for line in located.items)
    assert all(chain and any(frame.line for frame in chain) for found in located.chains.values() for chain in found)
    assert all(why for why in located.silent.values())
    for read in (ptx_instructions, amdgcn_instructions):
        assert all(1 <= one.line <= lines for one in read(text))


@given(_TEXTS)
def test_maps_of_such_texts_stay_within_both(named: tuple[str, str]) -> None:
    located = READERS[named[0]](named[1])
    joined = same_location(located, located)

    assert {edge.end for edge in joined.line_map} <= set(located.chains)
    assert all(1 <= edge.start <= 5 for edge in from_source("k.py", 5, located).line_map)


@given(_TEXTS)
def test_numbered_copies_can_be_made_of_anything(named: tuple[str, str]) -> None:
    if write := WRITERS.get(named[0]):
        assert write(named[1]).endswith("\n")


ENORMOUS = 300_000  # characters


@pytest.mark.parametrize("name", sorted(READERS))
def test_an_enormous_line_takes_no_more_time_than_its_length(name: str) -> None:
    for piece in [*PIECES[name], '"\\', "a", " ", "/*", "a: ", "(", "#", "<", "fused<<"]:
        for text in (piece * (ENORMOUS // len(piece)), "".join(PIECES[name]) + piece * (ENORMOUS // len(piece))):
            assert _seconds(lambda text=text: READERS[name](text)) < 3, piece
            assert _seconds(lambda text=text: WRITERS.get(name, str)(text)) < 3, piece


def _ptx(count: int) -> str:
    loc = "\t.loc\t1 {} 3                          // k.py:{}:3 @[ k.py:{}:9 ]\n\tadd.s32 \t%r1, %r2, %r3;\n"
    body = "".join(loc.format(n % 900, n % 900, n % 90) for n in range(count // 2))
    return f'.visible .entry f()\n{{\n{body}}}\n\t.file\t1 "/src/k.py"\n'


def _mlir(count: int) -> str:
    code = "".join(f"    %{n} = arith.addi %a, %b : i32 loc(#loc{n})\n" for n in range(count // 2))
    calls = "".join(f"#loc{n} = loc(callsite(#a at #loc{n - 1}))\n" for n in range(1, count // 2))
    return f'module {{\n{code}}}\n#a = loc("k.py":1:1)\n#loc0 = loc("k.py":2:2)\n{calls}'


def _llvm(count: int) -> str:
    code = "".join(f"  %{n} = add i32 %a, %b, !dbg !{n + 5}\n" for n in range(count // 2))
    places = "".join(f"!{n + 5} = !DILocation(line: {n}, scope: !1, inlinedAt: !{n + 6})\n" for n in range(count // 2))
    return f"define void @f() !dbg !1 {{\n{code}}}\n!1 = distinct !DISubprogram(scope: !1, line: 1)\n{places}"


def _amdgcn(count: int) -> str:
    body = "".join(f"\t.loc\t1 {n % 900} 3 ; k.py:{n % 900}:3\n\ts_nop 0\n" for n in range(count // 2))
    return f'\t.file\t1 "/src" "k.py"\nf:\n{body}'


@pytest.mark.parametrize(
    ("write", "read"),
    [
        (_ptx, ptx_lines),
        (_ptx, ptx_numbered),
        (_ptx, ptx_instructions),
        (_mlir, mlir_locations),
        (_llvm, llvm_debug),
        (_llvm, llvm_numbered),
        (_amdgcn, amdgcn_lines),
    ],
)
def test_a_hundred_thousand_lines_take_a_second_or_two(
    write: Callable[[int], str], read: Callable[[str], Located | str]
) -> None:
    text = write(100_000)

    assert _seconds(lambda: read(text)) < 4


def test_two_long_texts_of_one_place_are_joined_in_no_time() -> None:
    located = ptx_lines(_ptx(100_000))

    assert _seconds(lambda: same_location(located, located)) < 4


def _seconds(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin
