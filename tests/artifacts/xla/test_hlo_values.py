"""The values that XLA's reports speak of, on lines as XLA writes them."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chipward.artifacts.kinds.buffer_assignment import KIND as BUFFERS
from chipward.artifacts.kinds.live_ranges import KIND as RANGES
from chipward.artifacts.xla.values import Value, values_in

ASSIGNMENT = """\
BufferAssignment:
allocation 0: size 802816, maybe-live-out:
 value: <181 ynn_fusion.6 @0> (size=65536,offset=0): f32[64,256]{1,0}
 value: <1364 while.5{4} (phi) @0> (size=4194304,offset=0): f32[4,256,1024]{2,1,0}
allocation 12: size 56, output shape is |(f32[2], f32[])|, maybe-live-out:
 value: <218 tuple.3{} @0> (size=56,offset=0): (f32[2]{0}, f32[])
"""
LIVE = """\
HloLiveRange (max 40):
  InstructionSequence:
    0:params_0__0_.1
    9:ynn_fusion.6
  BufferLiveRange:
    ynn_fusion.6{}:9-32
    while.5{0,1}:10-40
  Live ranges at 37 (peak):
    dot{}: 802816 bytes (cumulative: 802816 bytes)
"""


def test_values_in_buffers_are_those_of_instructions() -> None:
    assert list(values_in(ASSIGNMENT)) == [Value(3, "ynn_fusion.6"), Value(4, "while.5"), Value(6, "tuple.3")]
    assert BUFFERS.count(ASSIGNMENT.split("\n")) == 3


def test_values_that_live_are_those_of_instructions() -> None:
    assert list(values_in(LIVE)) == [
        Value(3, "params_0__0_.1"),
        Value(4, "ynn_fusion.6"),
        Value(6, "ynn_fusion.6"),
        Value(7, "while.5"),
        Value(9, "dot"),
    ]
    assert RANGES.count(LIVE.split("\n")) == 2


@given(st.lists(st.sampled_from([" value: <", "1 ", "a.b", "{0}", " @0>", "    ", ":9-32", "\n", "{"]), max_size=20))
def test_any_text_is_read(pieces: list[str]) -> None:
    text = "".join(pieces)

    assert all(1 <= value.line <= text.count("\n") + 1 for value in values_in(text))


@pytest.mark.parametrize("piece", ["{0}", " ", "0:", " value: <1 a"])
def test_enormous_lines_take_no_more_than_their_length(piece: str) -> None:
    start = time.perf_counter()

    list(values_in(" " + piece * (300_000 // len(piece))))

    assert time.perf_counter() - start < 5
