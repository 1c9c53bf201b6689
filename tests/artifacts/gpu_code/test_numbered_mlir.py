"""Copies of Triton's IR whose operations are from their own lines."""

from chipward.artifacts.gpu_code.llvm_instructions import llvm_instructions
from chipward.artifacts.gpu_code.mlir import mlir_locations
from chipward.artifacts.gpu_code.mlir_numbering import (
    NUMBERED,
    mlir_numbered,
    mlir_operations,
    without_places,
)

MODULE = """\
#loc = loc("kernel.py":3:0)
module {
  tt.func public @kernel(%n: i32 loc("n"(#loc))) {
    %total = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (i32)  : i32 {
      %more = arith.addi %sum, %i : i32 loc(#loc1)
      scf.yield %more : i32 loc(#loc1)
    } loc(#loc2)
    %1 = "tt.reduce"(%total) <{axis = 0 : i32}> ({
    ^bb0(%a: f32 loc(callsite(#loc1 at #loc)), %b: f32 loc(#loc1)):
      %2 = arith.addf %a, %b : f32 loc(#loc1)
      tt.reduce.return %2 : f32 loc(#loc1)
    }) : (i32) -> f32 loc(#loc2)
    tt.return loc(#loc3)
  } loc(#loc)
} loc(#loc)
#loc1 = loc("a (b.py":4:1)
#loc2 = loc(callsite(#loc1 at #loc))
#loc3 = loc("kernel.py":9:0)
"""


def test_each_operation_is_from_the_line_on_which_it_begins() -> None:
    located = mlir_locations(mlir_numbered(MODULE))
    said = {line: chains[0][0] for line, chains in located.chains.items()}
    assert {line: (frame.file, frame.line) for line, frame in said.items()} == {
        line: (NUMBERED, line) for line in (3, 4, 5, 6, 8, 10, 11, 13)
    }


def test_lines_keep_their_numbers() -> None:
    numbered = mlir_numbered(MODULE).split("\n")
    for before, after in zip(MODULE.split("\n"), numbered, strict=True):
        assert without_places(after) == ("" if before.startswith("#loc") else without_places(before))


def test_a_place_in_quotes_may_hold_brackets() -> None:
    assert without_places('%x = op loc("a)(b"(#loc1)) {y}') == "%x = op {y}"
    assert without_places('%x: i32 loc("x"(#loc)), %y: i32 loc(unknown)') == "%x: i32, %y: i32"


def test_a_place_that_is_not_closed_ends_with_its_line() -> None:
    assert without_places('%x = op loc("a"(#loc1) and more') == "%x = op"


def test_a_line_with_very_many_places_is_read_in_one_go() -> None:
    count = 200_000  # a second look at what is left after each would take minutes
    assert without_places("f(" + ", ".join(['%x: i32 loc("n"(#loc))'] * count) + ")") == (
        "f(" + ", ".join(["%x: i32"] * count) + ")"
    )


def test_operations_are_the_same_under_other_names_of_values() -> None:
    renamed = MODULE.replace("%sum", "%total_0").replace("%more", "%total_1").replace("%2", "%total_0")
    assert mlir_operations(renamed) == mlir_operations(MODULE)
    swapped = MODULE.replace("arith.addi %sum, %i", "arith.addi %i, %sum")
    assert mlir_operations(swapped) != mlir_operations(MODULE)


def test_a_name_may_come_back_once_its_value_is_out_of_sight() -> None:
    one = "module {\n  %a = f %z\n  %b = f %a\n  %c = f %b\n}\n"
    other = "module {\n  %a = f %z\n  %b = f %a\n  %b = f %b\n}\n"
    assert mlir_operations(one) == mlir_operations(other)


def test_instructions_are_the_same_under_other_numbers_of_metadata() -> None:
    one = "define void @k() #3 !dbg !5 {\n  %1 = add i32 1, 2, !dbg !7, !srcloc !9\n  ret void, !dbg !8\n}\n"
    other = one.replace("#3", "#4").replace("!5", "!50").replace("!7", "!70").replace("!9", "!11")
    assert llvm_instructions(one) == llvm_instructions(other)
    assert llvm_instructions(one) != llvm_instructions(one.replace("add", "sub"))
