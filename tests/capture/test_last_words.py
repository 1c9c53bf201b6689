"""What a compiler says before it ends the process: the line that says why, without what differs from run to run."""

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis.strategies import binary

from chipward.capture.last_words import last_words

CHECK = """\
W0000 00:00:1796099881.63  30622 pass.cc:12] slow
F0000 00:00:1796099881.64  30622 /build/xla/emitter.cc:554] Check failed: x == y (1 vs. 2) at 0x7f3a12345678
*** Check failure stack trace: ***
    @     0x7f3a12345678  absl::log_internal::LogMessage::SendToLog()
"""


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("", None),
        ("\n  \n", None),
        (CHECK, "Check failed: x == y (1 vs. 2) at 0x…"),
        ("LLVM ERROR: Cannot select: t12\nbye\n", "LLVM ERROR: Cannot select: t12"),
        ("terminate called\n  what():  std::bad_alloc\n", "what(): std::bad_alloc"),
        ("one\ntwo\n\nthree in /srv/ann/x.so\n", "two three in …/x.so"),
        ("x" * 400, "x" * 300 + "…"),
    ],
)
def test_the_reason_is_told_or_else_the_last_lines(said: str, told: str | None) -> None:
    assert last_words(BytesIO(said.encode())) == told


@given(binary(max_size=300))
def test_whatever_is_said_becomes_one_short_line(said: bytes) -> None:
    told = last_words(BytesIO(said))
    assert told is None or (told and len(told) <= 301 and "\n" not in told)
