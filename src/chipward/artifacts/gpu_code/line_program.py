"""Runs the line programs of a section of debug information, DWARF 2 to 4, as ptxas writes them.

A library would ask for the `.debug_info` beside it, which a cubin without `-g` does not have.
"""

from collections.abc import Iterator
from typing import NamedTuple

_COPY, _ADVANCE_PC, _ADVANCE_LINE = 1, 2, 3
_CONST_ADD_PC, _FIXED_ADVANCE_PC = 8, 9
_EXTENDED = 0
_END_SEQUENCE, _SET_ADDRESS = 1, 2
_FOUR = 4  # the version of DWARF in which a header grew by a byte
_LAST_OPCODE = 255
_SEVEN_BITS = 0x7F
_SIGN = 0x40


class Row(NamedTuple):
    """From this address on, instructions are from this line."""

    address: int
    line: int
    relocated_at: int  # where in the section the address stands that a relocation fills in


def rows(section: bytes) -> Iterator[Row]:
    """The rows of every program in a section. Raises IndexError where it is cut short."""
    reader = _Reader(section)
    while reader.place < len(section):
        length = reader.number(4)
        end = reader.place + length
        yield from _Program(reader).run(end)
        reader.place = end


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self.place = 0

    def number(self, size: int, *, signed: bool = False) -> int:
        value = int.from_bytes(self._data[self.place : self.place + size], "little", signed=signed)
        self.place += size
        return value

    def variable(self, *, signed: bool = False) -> int:
        value = shift = 0
        while True:
            byte = self._data[self.place]
            self.place += 1
            value |= (byte & _SEVEN_BITS) << shift
            shift += 7
            if byte <= _SEVEN_BITS:
                return value - (1 << shift) if signed and byte & _SIGN else value


class _Program:
    def __init__(self, reader: _Reader) -> None:
        self._reader = reader
        version = reader.number(2)
        length = reader.number(4)
        begin = reader.place + length
        self._least = reader.number(1)
        if version >= _FOUR:
            reader.number(1)  # operations of an instruction
        reader.number(1)  # whether a row is a statement at first
        self._line_base = reader.number(1, signed=True)
        self._line_range = reader.number(1)
        self._first_special = reader.number(1)
        self._operands = [0, *(reader.number(1) for _ in range(1, self._first_special))]
        reader.place = begin
        self._row = Row(0, 1, -1)

    def run(self, end: int) -> Iterator[Row]:
        while self._reader.place < end:
            opcode = self._reader.number(1)
            if opcode >= self._first_special:
                steps, more = divmod(opcode - self._first_special, self._line_range)
                self._advance(steps)
                self._row = self._row._replace(line=self._row.line + self._line_base + more)
                yield self._row
            elif opcode == _COPY:
                yield self._row
            elif opcode == _EXTENDED:
                self._extended()
            else:
                self._standard(opcode)

    def _standard(self, opcode: int) -> None:
        if opcode == _ADVANCE_PC:
            self._advance(self._reader.variable())
        elif opcode == _ADVANCE_LINE:
            self._row = self._row._replace(line=self._row.line + self._reader.variable(signed=True))
        elif opcode == _CONST_ADD_PC:
            self._advance((_LAST_OPCODE - self._first_special) // self._line_range)
        elif opcode == _FIXED_ADVANCE_PC:
            self._row = self._row._replace(address=self._row.address + self._reader.number(2))
        else:
            for _ in range(self._operands[opcode]):
                self._reader.variable()

    def _extended(self) -> None:
        size = self._reader.variable()
        following = self._reader.place + size
        kind = self._reader.number(1)
        if kind == _SET_ADDRESS:
            at = self._reader.place
            self._row = self._row._replace(address=self._reader.number(size - 1), relocated_at=at)
        elif kind == _END_SEQUENCE:
            self._row = Row(0, 1, -1)
        self._reader.place = following

    def _advance(self, steps: int) -> None:
        self._row = self._row._replace(address=self._row.address + steps * self._least)
