"""Bundles laid out slot by slot, and the values in them, against texts written by hand; and whatever a text holds."""

import re
import time

from hypothesis import given
from hypothesis import strategies as st

from chipward.artifacts.kinds.llo import KIND as LLO
from chipward.artifacts.kinds.tpu_bundles import KIND as BUNDLES
from chipward.artifacts.xla.bundles import Slot, addresses, is_slot, lay_out, operation, read_slots
from chipward.artifacts.xla.llo_values import Value, kept_values, read_values

WRITTEN = """\
= control target key start
LB: loop body
= control target key end

     0   :  { %v9_v0 = vmov 0.0 /* constant */  ;;  %s2_s1 = inlined_call_operand.hbm [shape: f32[], index: {}] }
   0x1 LB: > { %5 = dma.hbm_to_vmem [thread:$0]  %s2_s1 /*
base_bounds: (16, 2) ;; {
deref of /*inner=*/%s1
 */ }
   0x2   : > {}
   0x3   :  { %6 = sbr.rel (!%p1_p0) target = $region4  ;;  %v7_v1 = vadd.f32 %v9_v0, %v9_v0 } /* exit bundle */
"""
LAID_OUT = """\
= control target key start
LB: loop body
= control target key end

     0   :  { %v9_v0 = vmov 0.0 /* constant */
           ;;  %s2_s1 = inlined_call_operand.hbm [shape: f32[], index: {}] }
   0x1 LB: > { %5 = dma.hbm_to_vmem [thread:$0]  %s2_s1 /* base_bounds: (16, 2) ;; { deref of /*inner=*/%s1 */ }
   0x2   : > {}
   0x3   :  { %6 = sbr.rel (!%p1_p0) target = $region4
           ;;  %v7_v1 = vadd.f32 %v9_v0, %v9_v0 } /* exit bundle */
"""
EMITTED = """\
$region0: #{fusion}
  #allocation0 [shape = 'f32[8]{0}', space=vmem]
  %s2 = inlined_call_operand.hbm [shape: f32[], index: {}] /* operand 0 */
  %5 = dma.hbm_to_vmem [thread:$0]  /*hbm=*/%s2
  $region4: #{fusion} parent=0
    _
  %v7 = vadd.f32.sat %v9, %v9
  %v8 = vmul.f32 %v7, %v7
"""

_pieces = st.sampled_from(
    [
        "0x1 : {",
        "   0   :  { ",
        "%v1_v2 = vadd.f32 %v1",
        ";;",
        "/*",
        "*/",
        "{",
        "}",
        "\n",
        " ",
        "$region0:",
        "0x2 LB: > {",
        "é",
    ]
)
_texts = st.lists(_pieces, max_size=40).map("".join) | st.text(max_size=200)


def test_each_slot_has_a_line_and_a_comment_stays_with_its_slot() -> None:
    assert lay_out(WRITTEN) == LAID_OUT


def test_only_white_space_differs() -> None:
    assert re.sub(r"\s", "", lay_out(WRITTEN)) == re.sub(r"\s", "", WRITTEN)


def test_slots_know_their_bundle_and_an_empty_one_has_none() -> None:
    assert read_slots(LAID_OUT) == (Slot(5, 0), Slot(6, 0), Slot(7, 1), Slot(9, 3), Slot(10, 3))
    assert addresses(LAID_OUT) == ("0", "0x1", "0x2", "0x3")


def test_a_kind_counts_what_does_something() -> None:
    assert BUNDLES.count(LAID_OUT.split("\n")) == 5
    assert LLO.count(EMITTED.split("\n")) == 4
    assert operation(LAID_OUT.split("\n")[9]) == "vadd.f32"


def test_values_keep_their_numbers_and_lose_their_registers() -> None:
    assert read_values(LAID_OUT) == (
        Value(5, "v", 9, "vmov"),
        Value(6, "s", 2, "inlined_call_operand.hbm"),
        Value(7, "", 5, "dma.hbm_to_vmem"),
        Value(9, "", 6, "sbr.rel"),
        Value(10, "v", 7, "vadd.f32"),
    )


def test_a_value_is_kept_by_its_number_and_its_operation_but_for_the_variant() -> None:
    after = read_values(LAID_OUT)
    assert kept_values(read_values(EMITTED), after) == ((3, 6), (4, 7), (7, 10))
    assert kept_values(read_values(EMITTED.replace("vadd", "vsub")), after) == ((3, 6), (4, 7))


@given(_texts)
def test_whatever_a_text_holds_only_white_space_changes(text: str) -> None:
    laid = lay_out(text)
    assert re.sub(r"\s", "", laid) == re.sub(r"\s", "", text)
    assert addresses(laid) == addresses(text)
    for slot in read_slots(laid):
        assert is_slot(laid.split("\n")[slot.line - 1])
        assert 0 <= slot.bundle < len(addresses(laid))
    assert [value.line for value in read_values(text)] == sorted({value.line for value in read_values(text)})


@given(_texts)
def test_laying_out_twice_changes_nothing_more(text: str) -> None:
    once = lay_out(WRITTEN + text)
    assert lay_out(once).split() == once.split()


def test_a_long_text_takes_time_in_proportion() -> None:
    bundle = "  0x3   :  { %6 = sbr.rel (!%p1)  ;;  %v7_v1 = vadd.f32 %v9_v0, %v9_v0 /* { /* */ }\n"
    start = time.perf_counter()
    lay_out(bundle * 20_000)
    lay_out("0x1 : { " + "/* {" * 200_000)
    assert time.perf_counter() - start < 10
