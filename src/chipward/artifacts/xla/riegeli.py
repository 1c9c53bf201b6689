"""Reads the records of a Riegeli file, which XLA writes executables for GPUs into.

A file is cut into blocks of 64 KiB, each with a header of its own; between these lie chunks. A chunk of records holds
their lengths and then their bytes, both packed together or left as they are.
"""

from collections.abc import Iterator

from chipward.artifacts.xla.snappy import unpacked
from chipward.artifacts.xla.wire import read_number

BEGINS = bytes.fromhex("83af70d10d884a3f")  # the hash of the header of the first block, which never differs

_BLOCK, _BLOCK_HEADER = 65536, 24
_CHUNK_HEADER = 40
_SIZE, _KIND = slice(8, 16), slice(24, 25)  # in the header of a chunk
_RECORDS = b"r"
_PLAIN, _SNAPPY = b"\0", b"s"


def records(content: bytes) -> tuple[bytes, ...]:
    """The records of the first file that begins in these bytes; those that are packed in another way are left out."""
    start = content.find(BEGINS)
    return tuple(_records(_without_headers(content[start:]))) if start >= 0 else ()


def _without_headers(content: bytes) -> bytes:
    return b"".join(content[at + _BLOCK_HEADER : at + _BLOCK] for at in range(0, len(content), _BLOCK))


def _records(chunks: bytes) -> Iterator[bytes]:
    at = 0
    while at + _CHUNK_HEADER <= len(chunks):
        header = chunks[at : at + _CHUNK_HEADER]
        size = int.from_bytes(header[_SIZE], "little")
        at += _CHUNK_HEADER
        if header[_KIND] == _RECORDS:
            yield from _of_chunk(chunks[at : at + size])
        at += size


def _of_chunk(data: bytes) -> Iterator[bytes]:
    length, at = read_number(data, 1)
    if length < 0:
        return
    packed = data[at : at + length], data[at + length :]
    sizes, values = (_plain(data[:1], part) for part in packed)
    if sizes is None or values is None:
        return
    place = start = 0
    while place < len(sizes):
        size, place = read_number(sizes, place)
        if size < 0 or start + size > len(values):
            return
        yield values[start : start + size]
        start += size


def _plain(packing: bytes, part: bytes) -> bytes | None:
    if packing == _PLAIN:
        return part
    if packing != _SNAPPY:
        return None
    _, at = read_number(part, 0)  # how many bytes it has unpacked, which Snappy itself says again
    return unpacked(part[at:])
