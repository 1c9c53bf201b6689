"""Where operations of Triton's IR came from: on texts that Triton wrote, and on every form that a location has."""

import pytest
from reading import spelled, text_of, told

from chipward.artifacts.gpu_code.mlir import mlir_locations

TTIR = text_of("ttir", "row_mean")
TTGIR = text_of("ttgir", "row_mean")
DOT = text_of("ttir", "product")


@pytest.mark.parametrize(
    ("operation", "places"),
    [
        ("tt.func public @row_mean", ["18:0"]),
        ("%row = tt.get_program_id x", ["19:24"]),
        # tl.cdiv(columns, BLOCK) in the heading of the loop: (x + (div - 1)) // div
        ("arith.addi %columns, %c255_i32", ["standard.py:43:17 < 21:40"]),
        ("arith.divsi", ["standard.py:43:30 < 21:40"]),
        # The loop is told behind its closing bracket, 18 lines below.
        ("scf.for %block", ["21:23"]),
        ("arith.cmpi slt, %at_8", ["23:20"]),
        ("tt.load", ["24:20"]),
        # scale(x, 2.0) + scale(y, 3.0): two calls in one line, called by twice(x, x + 1.0)
        ("arith.mulf %x_13, %cst ", ["9:15 < 14:20 < 25:26"]),
        ("arith.mulf %total_14, %cst_0", ["9:15 < 14:36 < 25:26"]),
        ("arith.addf %total_15, %total_16", ["14:27 < 25:26"]),
        # tl.sum: a reduction with a region of its own
        ('"tt.reduce"(%total)', ["standard.py:293:36 < 26:18"]),
        ("arith.addf %mean_5, %mean_6", ["standard.py:263:15 < standard.py:293:36 < 26:18"]),
        ("tt.store", ["27:28"]),
        ("arith.constant 255", ["made by the compiler, which names no place"]),
        # Labels and lone brackets are no operations.
        ("^bb0(", []),
        ("} loc(#loc36)", []),
    ],
)
def test_operations_say_which_line_of_the_kernel_they_are(operation: str, places: list[str]) -> None:
    assert told(mlir_locations(TTIR), TTIR, operation) == places


@pytest.mark.parametrize(
    ("operation", "places"),
    [
        ("tt.dot", ["37:29"]),
        ("tt.load", ["35:20", "36:20"]),
        # tl.zeros of Triton's library
        ("%total = arith.constant dense<0", ["standard.py:129:31 < 33:21"]),
        ("tt.store", ["38:60"]),
    ],
)
def test_a_matrix_product(operation: str, places: list[str]) -> None:
    assert told(mlir_locations(DOT), DOT, operation) == places


def test_layouts_do_not_hide_places() -> None:
    located = mlir_locations(TTGIR)

    assert told(located, TTGIR, "tt.load") == ["24:20"]
    assert told(located, TTGIR, "scf.for %block") == ["21:23"]
    assert len(list(located.items)) == 38
    assert located.lines == 103


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        ('"k.py":7:15', ["k.py:7:15"]),
        ('"k.py":7:15 to 9:2', ["k.py:7:15"]),
        ('"k.py":7:15 to :20', ["k.py:7:15"]),
        ('"x"("k.py":7:15)', ["k.py:7:15"]),
        ("#a", ["k.py:1:2"]),
        ("#named", ["k.py:1:2"]),
        ("callsite(#a at #b)", ["k.py:1:2 < k.py:3:4"]),
        ("callsite(callsite(#a at #b) at #c)", ["k.py:1:2 < k.py:3:4 < k.py:5:6"]),
        ("callsite(#a at callsite(#b at #c))", ["k.py:1:2 < k.py:3:4 < k.py:5:6"]),
        ("callsite(unknown at #b)", [":0:0 < k.py:3:4"]),
        ("fused[#a, #b]", ["k.py:1:2", "k.py:3:4"]),
        ("fused<#attribute<[1, 2]>>[#a, unknown]", ["k.py:1:2"]),
        ('fused<"why">[#a, #a]', ["k.py:1:2"]),
        ("callsite(fused[#a, #b] at #c)", ["k.py:1:2 < k.py:5:6", "k.py:3:4 < k.py:5:6"]),
        ('"a \\22quoted\\22 name.py":1:1', ['a "quoted" name.py:1:1']),
    ],
)
def test_every_form_of_a_location(location: str, expected: list[str]) -> None:
    text = (
        f"  %0 = tt.load %p : i32 loc({location})\n"
        '#a = loc("k.py":1:2)\n#b = loc("k.py":3:4)\n#c = loc("k.py":5:6)\n#named = loc("x"(#a))\n'
    )

    assert [spelled(chain) for chain in mlir_locations(text).chains[1]] == expected


@pytest.mark.parametrize(
    "location",
    [
        *["#none", "unknown", '"a name"', "callsite(#a)", "fused[", '"k.py', "", "#circle", "fused[unknown]"],
        *[
            '"k.py":1:1 more',
            '"k.py":one:1',
            "callsite(unknown to unknown)",
            '"x"("k.py":1:1',
            "somewhere",
            "fused<[unknown]",
        ],
    ],
)
def test_what_names_no_place_says_so(location: str) -> None:
    located = mlir_locations(f"  tt.return loc({location})\n#circle = loc(callsite(#circle at #circle))\n")

    assert not located.chains
    assert list(located.silent) == [1]


@pytest.mark.parametrize("levels", [10, 60, 2000])
def test_places_that_nest_without_end_are_given_up(levels: int) -> None:
    doubling = "".join(f"#loc{n} = loc(callsite(#loc{n - 1} at #loc{n - 1}))\n" for n in range(1, levels))
    forking = "".join(f"#f{n} = loc(fused[#f{n - 1}, callsite(#f{n - 1} at #loc0)])\n" for n in range(1, levels))
    head = (
        f"  tt.return loc(#loc{levels - 1})\n  tt.return loc(#f{levels - 1})\n"
        '#loc0 = loc("k.py":1:1)\n#f0 = loc(fused["k.py":2:1, "k.py":3:1])\n'
    )
    located = mlir_locations(head + doubling + forking)

    assert set(located.silent) == {1, 2}


def test_a_place_of_very_many_is_given_up() -> None:
    places = ", ".join(f'"k.py":{line}:1' for line in range(1, 100))

    assert set(mlir_locations(f"  tt.return loc(fused[{places}])\n").silent) == {1}


def test_regions_of_one_operation_belong_to_the_line_on_which_it_begins() -> None:
    text = """  %0 = scf.if %c -> (i32) {
    scf.yield %a : i32 loc("k.py":2:1)
  } else {
    scf.yield %b : i32 loc("k.py":3:1)
  } loc("k.py":1:1)
  %1 = "tt.scan"(%0) ({
  ^bb0(%x: i32 loc("k.py":9:9)):
    tt.scan.return %x : i32 loc("k.py":5:1)
  }) : (i32) -> i32 loc("k.py":4:1)
"""
    located = mlir_locations(text)

    assert {line: spelled(chains[0]) for line, chains in located.chains.items()} == {
        1: "k.py:1:1",
        2: "k.py:2:1",
        4: "k.py:3:1",
        6: "k.py:4:1",
        8: "k.py:5:1",
    }


def test_a_text_without_places_is_told_as_such() -> None:
    located = mlir_locations("module {\n  tt.func @f() {\n    tt.return\n    tt.call @f() : () -> ()\n  }\n}\n")

    assert located.silent == dict.fromkeys((2, 3, 4), "ends without a place")
