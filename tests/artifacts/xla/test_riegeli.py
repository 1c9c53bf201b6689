"""Records out of Riegeli files."""

import struct
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chipward.artifacts.xla.riegeli import BEGINS, records

BLOCK, BLOCK_HEADER = 65536, 24


def size(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def snappy(content: bytes) -> bytes:
    pieces = [content[at : at + 60] for at in range(0, len(content), 60)]
    return size(len(content)) + b"".join(bytes([(len(piece) - 1) << 2]) + piece for piece in pieces)


def chunk(kind: bytes, data: bytes, count: int) -> bytes:
    return struct.pack("<QQQ", 0, len(data), 0) + kind + count.to_bytes(7, "little") + bytes(8) + data


def of_records(found: Sequence[bytes], *, packed: bool) -> bytes:
    sizes, values = b"".join(size(len(one)) for one in found), b"".join(found)
    if packed:
        sizes, values = (size(len(part)) + snappy(part) for part in (sizes, values))
    return chunk(b"r", (b"s" if packed else b"\0") + size(len(sizes)) + sizes + values, len(found))


def file_of(*chunks: bytes) -> bytes:
    body, out = b"".join(chunks), b""
    while body or not out:
        header = BEGINS + bytes(16) if not out else bytes(BLOCK_HEADER)
        out += header + body[: BLOCK - BLOCK_HEADER]
        body = body[BLOCK - BLOCK_HEADER :]
    return out


@pytest.mark.parametrize("packed", [False, True])
def test_records_come_in_order_through_all_chunks(packed: bool) -> None:  # noqa: FBT001 -- pytest passes it
    content = b"before" + file_of(
        chunk(b"s", b"", 0), of_records([b"one", b""], packed=packed), of_records([b"three"], packed=packed)
    )

    assert records(content) == (b"one", b"", b"three")


def test_headers_of_blocks_are_no_part_of_a_record() -> None:
    long = bytes(range(256)) * 600

    assert records(file_of(of_records([b"first", long], packed=False))) == (b"first", long)


def test_what_is_packed_in_an_unknown_way_is_left_out() -> None:
    unknown = chunk(b"r", b"z" + size(1) + b"\0\0", 1)

    assert records(file_of(unknown, of_records([b"known"], packed=True))) == (b"known",)


def test_bytes_without_a_file_hold_no_records() -> None:
    assert records(b"nothing of the kind") == ()


@given(st.binary(max_size=400))
def test_no_bytes_make_it_raise(content: bytes) -> None:
    assert isinstance(records(BEGINS + bytes(16) + content), tuple)


@given(st.integers(0, 300), st.integers(0, 255))
def test_no_broken_file_makes_it_raise(place: int, value: int) -> None:
    content = bytearray(file_of(of_records([b"one", b"two" * 20], packed=True)))
    content[place % len(content)] = value

    assert isinstance(records(bytes(content)), tuple)
