"""What Snappy has packed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chipward.artifacts.xla.snappy import unpacked


def size(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def literal(content: bytes) -> bytes:
    length = len(content) - 1
    if length < 60:
        return bytes([length << 2]) + content
    return (
        bytes([60 << 2, length]) + content
        if length < 256
        else bytes([61 << 2]) + length.to_bytes(2, "little") + content
    )


def test_bytes_stand_for_themselves() -> None:
    assert unpacked(size(5) + literal(b"hello")) == b"hello"


@pytest.mark.parametrize(
    "copy",
    [
        bytes([(4 - 4) << 2 | 1, 3]),  # one byte of offset
        bytes([(4 - 1) << 2 | 2, 3, 0]),  # two
        bytes([(4 - 1) << 2 | 3, 3, 0, 0, 0]),  # four
    ],
)
def test_a_copy_repeats_what_it_writes(copy: bytes) -> None:
    assert unpacked(size(7) + literal(b"abc") + copy) == b"abcabca"


@pytest.mark.parametrize("packed", [b"", b"\x05", size(5) + b"\x10hel", size(9) + literal(b"abc") + b"\x01\x09"])
def test_what_is_cut_or_broken_is_nothing(packed: bytes) -> None:
    assert unpacked(packed) is None


@given(st.lists(st.binary(min_size=1, max_size=300), max_size=4))
def test_literals_of_any_length_come_back(pieces: list[bytes]) -> None:
    whole = b"".join(pieces)

    assert unpacked(size(len(whole)) + b"".join(map(literal, pieces))) == whole


@given(st.binary(max_size=200))
def test_no_bytes_make_it_raise(content: bytes) -> None:
    found = unpacked(content)

    assert found is None or isinstance(found, bytes)
