"""Maps between texts that name places in one source: their edges, and an account of every line."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import text_of

from chipward.artifacts.gpu_code.again import Instruction, Made, made_again
from chipward.artifacts.gpu_code.joins import Joined, from_source, same_location
from chipward.artifacts.gpu_code.llvm import llvm_debug
from chipward.artifacts.gpu_code.mlir import mlir_locations
from chipward.artifacts.gpu_code.places import Chain, Frame, Located, same_file
from chipward.artifacts.gpu_code.ptx import ptx_lines
from chipward.model.lines import EdgeKind

LETTERS = dict(zip(EdgeKind, "eifgu", strict=True))


def located(*places: str, lines: int = 9) -> Located:
    """Lines 1, 2, …: ``a<b`` is a inlined into b, ``a+b`` made of both, empty says nothing of itself."""
    chains = {line: tuple(map(_chain, place.split("+"))) for line, place in enumerate(places, start=1) if place}
    return Located(lines, chains, {line: "silent" for line, place in enumerate(places, start=1) if not place})


def _chain(spelled: str) -> Chain:
    return tuple(Frame("/src/k.py", ord(letter) - ord("a") + 1, 1) for letter in spelled.split("<"))


def spelled(joined: Joined) -> str:
    return " ".join(f"{edge.start}-{edge.end}{LETTERS[edge.kind]}" for edge in joined.line_map)


@pytest.mark.parametrize(
    ("earlier", "later", "expected"),
    [
        # One line has the place: whatever has it later came from there.
        (["a", "b"], ["b", "a", "a"], "1-2e 1-3e 2-1e"),
        # Two lines have it: each may be meant.
        (["a", "a"], ["a", "b"], "1-1f 2-1f"),
        # The same line of a helper, called from two places, is two places.
        (["a<c", "a<d"], ["a<d", "a<c"], "1-2e 2-1e"),
        # Nothing has the inner place: what calls it is credited.
        (["c", "b<c"], ["a<c", "a<b<c"], "1-1i 2-2i"),
        (["c", "c"], ["a<c"], "1-1f 2-1f"),
        # What calls a place does not become it.
        (["a<c"], ["c"], ""),
        # The compiler made one thing of several.
        (["a", "b"], ["a+b"], "1-1f 2-1f"),
        (["a+b"], ["a+b"], "1-1e"),
        (["a+b"], ["a"], "1-1f"),
        # A line that has the place among others is left out where another has it alone.
        (["a+b", "b"], ["b"], "2-1e"),
        # Silence
        (["", "a"], ["a", ""], "2-1e"),
    ],
)
def test_lines_of_one_place_are_joined(earlier: list[str], later: list[str], expected: str) -> None:
    assert spelled(same_location(located(*earlier), located(*later))) == expected


def test_a_place_that_too_many_lines_share_is_told_as_a_loss() -> None:
    many = Located(200, {line: (_chain("a"),) for line in range(1, 200)} | {200: (_chain("b"),)}, {})
    joined = same_location(many, many)

    assert spelled(joined) == "200-200e"
    assert {(loss.side, loss.lines) for loss in joined.losses} == {("from", 199), ("to", 199)}
    assert all("so many lines" in loss.why for loss in joined.losses)


def test_files_are_known_by_the_end_of_their_path() -> None:
    assert same_file("/src/k.py", "/src/k.py")
    assert same_file("k.py", "/src/k.py")
    assert same_file("/src/k.py", "src/k.py")
    assert not same_file("/src/k.py", "/other/k.py")
    assert not same_file("k.py", "/src/ok.py")
    assert not same_file("", "/src/k.py")


def test_a_source_is_credited_through_every_call_that_it_holds() -> None:
    text = text_of("ttir", "row_mean")
    joined = from_source("/src/triton_kernels.py", 38, mlir_locations(text))
    lines = text.split("\n")
    became = {(edge.start, edge.kind) for edge in joined.line_map if "arith.mulf %total_14" in lines[edge.end - 1]}

    assert became == {(9, EdgeKind.EXACT), (14, EdgeKind.INLINED), (25, EdgeKind.INLINED)}
    assert joined.line_map.kinds == {EdgeKind.EXACT: 27, EdgeKind.INLINED: 10}
    assert {(loss.side, loss.lines, loss.why) for loss in joined.losses} == {
        ("from", 27, "no code names them"),
        ("to", 64, "comments, directives, labels and other lines that are no code"),
        ("to", 6, "made by the compiler, which names no place"),
    }


def test_lines_behind_the_end_of_the_source_and_other_files_are_left_out() -> None:
    joined = from_source("/src/k.py", 1, located("b", "a<b", "b<a"))

    assert spelled(joined) == "1-2e 1-3i"
    assert [(loss.side, loss.lines) for loss in joined.losses] == [("to", 6), ("to", 1)]
    assert from_source("/other.py", 3, located("a")).line_map.edges == ()


def test_triton_ir_becomes_llvm_ir_becomes_ptx() -> None:
    ttgir, llvm, ptx = (
        mlir_locations(text_of("ttgir", "row_mean")),
        llvm_debug(text_of("llvm-ir", "row_mean")),
        ptx_lines(text_of("ptx", "row_mean")),
    )
    lines = [text_of("ttgir", "row_mean").split("\n"), text_of("ptx", "row_mean").split("\n")]
    whole = same_location(ttgir, llvm).line_map.then(same_location(llvm, ptx).line_map)

    def became(operation: str) -> set[str]:
        (start,) = (number for number, line in enumerate(lines[0], start=1) if operation in line)
        return {lines[1][edge.end - 1].split()[0] for edge in whole.after(start)}

    assert became("arith.mulf %total_14") == {"mul.f32"}
    assert became("arith.addf %total_15, %total_16") == {"fma.rn.f32"}
    assert became("arith.addf %mean_7, %mean_8") == {"add.f32"}
    assert {"mov.u32", "@%p2", "@%p3"} <= became("tt.load")


_places = st.lists(st.sampled_from(["", "a", "b", "a<c", "b<c", "a<b<c", "c", "a+b", "a<c+b"]), max_size=8)


@given(_places, _places)
def test_every_line_is_accounted_for(earlier: list[str], later: list[str]) -> None:
    before, behind = located(*earlier), located(*later)
    joined = same_location(before, behind)
    lost: Mapping[str, int] = {
        side: sum(loss.lines for loss in joined.losses if loss.side == side) for side in ("from", "to")
    }

    assert len(joined.line_map.starts) + lost["from"] == before.lines
    assert len(joined.line_map.ends) + lost["to"] == behind.lines


@given(_places)
def test_a_text_is_joined_to_itself(places: list[str]) -> None:
    text = located(*places)
    joined = same_location(text, text)

    assert {(line, line) for line in text.chains} <= {(edge.start, edge.end) for edge in joined.line_map}
    assert joined.line_map.kinds.keys() <= {EdgeKind.EXACT, EdgeKind.FUSED}


def _made(texts: str, places: Mapping[int, str]) -> Made:
    chains = {line: ((Frame(file, int(number)),),) for line, (file, number) in _pairs(places)}
    return Made([Instruction(line, text) for line, text in enumerate(texts, start=1)], Located(9, chains, {}))


def _pairs(places: Mapping[int, str]) -> list[tuple[int, list[str]]]:
    return [(line, place.split(":")) for line, place in places.items()]


def test_what_a_second_run_says_holds_for_the_first() -> None:
    first, second = _made("xyz", {1: "k.py:7"}), _made("xyz", {1: "kernel.ll:3", 2: "kernel.ll:3", 3: "k.py:1"})
    joined = made_again(located("a", "b", "c"), first, second, "kernel.ll")

    assert joined is not None
    assert spelled(joined) == "3-1e 3-2e"


def test_a_second_run_that_made_something_else_says_nothing() -> None:
    assert made_again(located("a"), _made("xyz", {}), _made("xzy", {1: "kernel.ll:1"}), "kernel.ll") is None
