"""Protocol buffers without their schema: a message as the fields that stand in it.

A message is a row of fields: a key (number and kind), then a number, eight bytes, four bytes, or a length and as many
bytes, which may be a text or a message again. Which of them it is, only the schema says; whoever reads knows.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

_NUMBER, _EIGHT_BYTES, _BYTES, _FOUR_BYTES = 0, 1, 2, 5
_LONGEST_NUMBER = 10  # bytes


class Field(NamedTuple):
    """One field: its number in the schema, the kind on the wire, and what it holds."""

    number: int
    wire: int
    value: int | bytes


def fields(content: bytes) -> Iterator[Field]:
    """Walk the fields of a message. Where the bytes are none, or are cut, it ends."""
    at = 0
    while at < len(content):
        key, at = read_number(content, at)
        number, wire = key >> 3, key & 7
        if number < 1:
            return
        value: int | bytes
        if wire == _NUMBER:
            value, at = read_number(content, at)
            if value < 0:
                return
        else:
            size = {_EIGHT_BYTES: 8, _FOUR_BYTES: 4}.get(wire, -1)
            if wire == _BYTES:
                size, at = read_number(content, at)
            if size < 0 or at + size > len(content):
                return
            value, at = content[at : at + size], at + size
        yield Field(number, wire, value)


def read_number(content: bytes, at: int) -> tuple[int, int]:
    """The number of variable length that begins here, and the place behind it; -1 if none does."""
    number = 0
    for shift, byte in enumerate(content[at : at + _LONGEST_NUMBER]):
        number |= (byte & 0x7F) << (7 * shift)
        if byte < 0x80:  # noqa: PLR2004 -- the top bit says that it goes on
            return number, at + shift + 1
    return -1, len(content)


class Message:
    """A message whose fields are asked for by their numbers. What is not there is empty, 0 or nothing."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def messages(self, number: int) -> tuple["Message", ...]:
        """The messages in a field, in order."""
        return tuple(Message(value) for value in self.values(number))

    def message(self, *path: int) -> "Message":
        """The message at the end of a path of fields, the first of each."""
        here = self
        for number in path:
            found = here.values(number)
            here = Message(found[0] if found else b"")
        return here

    def values(self, number: int) -> tuple[bytes, ...]:
        """The bytes in a field, in order."""
        return tuple(field.value for field in self._by_number.get(number, ()) if isinstance(field.value, bytes))

    def text(self, number: int) -> str:
        """The text in a field; bytes that are none read as U+FFFD."""
        found = self.values(number)
        return found[0].decode("utf-8", "replace") if found else ""

    def number(self, number: int) -> int:
        """The number in a field: the last one, as the format wants it."""
        found = [field.value for field in self._by_number.get(number, ()) if isinstance(field.value, int)]
        return found[-1] if found else 0

    def numbers(self, number: int) -> tuple[int, ...]:
        """The numbers in a field, packed into bytes or one by one."""
        return tuple(
            one
            for field in self._by_number.get(number, ())
            for one in ((field.value,) if isinstance(field.value, int) else _packed(field.value))
        )

    def has(self, number: int) -> bool:
        """Whether the field is there."""
        return number in self._by_number

    @cached_property
    def _by_number(self) -> dict[int, Sequence[Field]]:
        found: dict[int, list[Field]] = {}
        for field in fields(self.content):
            found.setdefault(field.number, []).append(field)
        return dict(found)


def _packed(content: bytes) -> Iterator[int]:
    at = 0
    while at < len(content):
        number, at = read_number(content, at)
        if number < 0:
            return
        yield number
