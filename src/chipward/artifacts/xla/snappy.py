"""Unpacks what Snappy has packed: copies of what stands before, between bytes that stand for themselves."""

from chipward.artifacts.xla.wire import read_number

_LONG = 60  # in a tag: the length stands in as many bytes behind it as the tag exceeds this by
_LARGEST = 1 << 30  # bytes; nothing that is read here comes near


def unpacked(packed: bytes) -> bytes | None:
    """The bytes that were packed; nothing where these are none that Snappy has packed."""
    size, at = read_number(packed, 0)
    if not 0 <= size <= _LARGEST:
        return None
    out = bytearray()
    while at < len(packed) and len(out) <= size:
        tag, at = packed[at], at + 1
        if tag & 3 == 0:
            length, at = _literal_length(packed, tag >> 2, at)
            if at + length > len(packed):
                return None
            out += packed[at : at + length]
            at += length
        else:
            length, offset, at = _copy(packed, tag, at)
            if not 0 < offset <= len(out) or len(out) + length > size:
                return None
            _repeat(out, offset, length)
    return bytes(out) if len(out) == size else None


def _literal_length(packed: bytes, told: int, at: int) -> tuple[int, int]:
    if told < _LONG:
        return told + 1, at
    behind = at + told - _LONG + 1
    return int.from_bytes(packed[at:behind], "little") + 1, behind


def _copy(packed: bytes, tag: int, at: int) -> tuple[int, int, int]:
    if tag & 3 == 1:
        low = packed[at] if at < len(packed) else 0
        return 4 + ((tag >> 2) & 7), (tag >> 5) << 8 | low, at + 1
    behind = at + (2 if tag & 3 == 2 else 4)  # noqa: PLR2004 -- the kind of copy, as the tag spells it
    return (tag >> 2) + 1, int.from_bytes(packed[at:behind], "little"), behind


def _repeat(out: bytearray, offset: int, length: int) -> None:
    # A copy may run into what it writes: two bytes back and ten long repeats the two.
    while length > 0:
        piece = out[len(out) - offset : len(out) - offset + min(offset, length)]
        out += piece
        length -= len(piece)
