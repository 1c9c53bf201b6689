"""Writes protocol buffers, for readers to read: a message is its fields in order."""

from collections.abc import Iterable

Value = int | bytes | str
FieldOf = tuple[int, Value]


def number(value: int) -> bytes:
    """A number of variable length."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def message(*fields: FieldOf) -> bytes:
    """A message of these fields: numbers, texts and bytes, which may be messages."""
    return b"".join(_field(key, value) for key, value in fields)


def packed(values: Iterable[int]) -> bytes:
    """Numbers, packed into one field."""
    return b"".join(map(number, values))


def _field(key: int, value: Value) -> bytes:
    if isinstance(value, int):
        return number(key << 3) + number(value)
    content = value.encode() if isinstance(value, str) else value
    return number(key << 3 | 2) + number(len(content)) + content
