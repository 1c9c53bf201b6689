"""The functions of a shared object: read straight from its symbol table, since PyTorch's has hundreds of thousands.

Only what is asked for is decoded: addresses are sorted as whole columns, names are read one by one.
"""

import mmap
import struct
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_SECTION = struct.Struct("<IIQQQQIIQQ")
_SEGMENT = struct.Struct("<IIQQQQQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_SYMTAB, _DYNSYM = 2, 11
_LOAD = 1
_CODE = (2, 10)  # functions, and functions that are chosen when the file is loaded
_PLACE = 28  # bits for the number of a symbol, below its address: numbers sort faster than pairs


class Symbol(NamedTuple):
    """A function, by its address in the file's own count."""

    name: str  # as the linker spells it
    address: int
    size: int


class SharedObject:
    """One file. It is mapped into memory, not read."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self._content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        if self._content[:6] != b"\x7fELF\x02\x01":
            message = f"{path.name} is not a 64-bit little-endian ELF file."
            raise ValueError(message)
        self._segments = list(self._read_segments())
        self._addresses, self._places, self._names = self._read_symbols()

    def address_at(self, offset: int) -> int | None:
        """The address of what lies at an offset of the file."""
        for start, address, size in self._segments:
            if start <= offset < start + size:
                return address + offset - start
        return None

    def symbol_at(self, address: int) -> Symbol | None:
        """The function that holds an address."""
        place = bisect_right(self._addresses, address) - 1
        if place < 0:
            return None
        name, _, _, _, start, size = _SYMBOL.unpack_from(self._content, self._places[place])
        if address >= start + max(size, 1):
            return None
        stop = self._content.find(b"\0", self._names + name)
        return Symbol(self._content[self._names + name : stop].decode(errors="replace"), start, size)

    def code(self, symbol: Symbol) -> bytes:
        """Its machine code."""
        for start, address, size in self._segments:
            if address <= symbol.address < address + size:
                begin = start + symbol.address - address
                return self._content[begin : begin + symbol.size]
        return b""

    def _read_segments(self) -> Iterator[tuple[int, int, int]]:
        (table,) = struct.unpack_from("<Q", self._content, 32)
        each, count = struct.unpack_from("<HH", self._content, 54)
        for number in range(count):
            kind, _, offset, address, _, size, _, _ = _SEGMENT.unpack_from(self._content, table + number * each)
            if kind == _LOAD:
                yield offset, address, size

    def _read_symbols(self) -> "tuple[array[int], array[int], int]":
        (table,) = struct.unpack_from("<Q", self._content, 40)
        each, count = struct.unpack_from("<HH", self._content, 58)
        sections = [_SECTION.unpack_from(self._content, table + number * each) for number in range(count)]
        for wanted in (_SYMTAB, _DYNSYM):
            for _, kind, _, _, offset, size, link, _, _, _ in sections:
                if kind == wanted:
                    words = array("Q", self._content[offset : offset + size - size % _SYMBOL.size])  # three a symbol
                    found = sorted(
                        value << _PLACE | number
                        for number, (head, value) in enumerate(zip(words[::3], words[1::3], strict=True))
                        if head >> 32 & 15 in _CODE and head >> 48
                    )
                    if found:
                        places = array("Q", [offset + (key & (1 << _PLACE) - 1) * _SYMBOL.size for key in found])
                        return array("Q", [key >> _PLACE for key in found]), places, sections[link][4]
        return array("Q"), array("Q"), 0
