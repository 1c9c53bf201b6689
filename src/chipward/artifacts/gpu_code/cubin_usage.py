"""What a kernel takes of the chip, as its cubin tells the driver: registers, stack and shared memory.

A section `.nv.info` holds attributes, each with a kind in front: `04 2f 08 00` and then two numbers of four bytes,
the symbol of a function and its count of registers.
"""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from elftools.elf.elffile import ELFFile

_INFO = ".nv.info"
_SHARED = ".nv.shared."
_SIZED = 4  # an attribute whose size stands in its header; others hold two bytes in its place
_HEADER = 4
_PAIR = 8  # bytes of a symbol and its figure
_ATTRIBUTES = {0x2F: "registers", 0x11: "stack frame"}


def usage_of(cubin: bytes, kernel: str) -> dict[str, int]:
    """The figures of one kernel by their names; one that the cubin does not tell is not there.

    Raises what pyelftools raises where the bytes are no cubin.
    """
    elf = ELFFile(BytesIO(cubin))
    found = {
        _ATTRIBUTES[attribute]: figure
        for attribute, symbol, figure in _attributes(elf)
        if attribute in _ATTRIBUTES and symbol == kernel
    }
    shared = elf.get_section_by_name(f"{_SHARED}{kernel}")
    return found | ({"static shared memory": shared["sh_size"]} if shared is not None else {})


def _attributes(elf: ELFFile) -> Iterator[tuple[int, str, int]]:
    symbols: Any = elf.get_section_by_name(".symtab")
    section = elf.get_section_by_name(_INFO)
    content = section.data() if section is not None and symbols is not None else b""
    at = 0
    while at + _HEADER <= len(content):
        form, attribute = content[at], content[at + 1]
        size = int.from_bytes(content[at + 2 : at + 4], "little") if form == _SIZED else 0
        at += _HEADER
        value = content[at : at + size]
        at += size
        if len(value) == _PAIR:
            number = int.from_bytes(value[:4], "little")
            if number < symbols.num_symbols():
                yield attribute, symbols.get_symbol(number).name, int.from_bytes(value[4:], "little")
