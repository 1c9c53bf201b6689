"""A cubin, NVIDIA's machine code file: its sections, and which line each instruction is from.

ptxas writes two line tables. `.debug_line` follows the `.loc` directives of the PTX; `.nv_debug_line_sass` numbers the
lines of the PTX itself.
"""

import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import Any, NamedTuple

from elftools.elf.elffile import ELFFile

from chipward.artifacts.gpu_code.line_program import rows

LOC_TABLE, PTX_TABLE = ".debug_line", ".nv_debug_line_sass"
CODE = ".text."

_NAMES = ("SHT_SYMTAB", "SHT_STRTAB")
_DEBUG = re.compile(r"(?:\.nv\.merc)?(?:\.rela?)?\.(?:nv_)?debug_")  # with copies and relocations of such sections


class Spot(NamedTuple):
    """Where an instruction lies."""

    function: str
    address: int  # bytes from the beginning of the function


class Cubin:
    """A cubin that ptxas made here."""

    def __init__(self, content: bytes) -> None:
        self._elf = ELFFile(BytesIO(content))
        self._sections: dict[str, Any] = {section.name: section for section in self._elf.iter_sections()}

    @property
    def code(self) -> Mapping[str, bytes]:
        """The machine code of each function."""
        return {
            name.removeprefix(CODE): found.data() for name, found in self._sections.items() if name.startswith(CODE)
        }

    @property
    def what_runs(self) -> Mapping[str, bytes]:
        """Every section that a launch depends on: all but the debug information and the tables of names."""
        return {
            name: section.data()
            for name, section in self._sections.items()
            if name and section["sh_type"] not in _NAMES and not _DEBUG.match(name)
        }

    def lines(self, table: str) -> Mapping[Spot, int]:
        """The line at which each change of line begins, as a table has it."""
        section = self._sections.get(table)
        if section is None:
            return {}
        found: dict[Spot, int] = {}
        functions = dict(self._functions(table))
        for row in rows(section.data()):
            function = functions.get(row.relocated_at)
            if function is not None:
                found[Spot(function, row.address)] = row.line
        return found

    def _functions(self, table: str) -> Iterator[tuple[int, str]]:
        """The function behind each address of a table: relocations say in which section it lies."""
        relocations = self._sections.get(f".rela{table}") or self._sections.get(f".rel{table}")
        symbols: Any = self._sections[".symtab"]
        if relocations is None:
            return
        for relocation in relocations.iter_relocations():
            symbol = symbols.get_symbol(relocation["r_info_sym"])
            section = self._elf.get_section(symbol["st_shndx"])
            yield relocation["r_offset"], section.name.removeprefix(CODE)


def line_at(lines: Mapping[Spot, int], function: str, addresses: list[int]) -> list[int | None]:
    """The line of each address of a function, in order: a line holds until the next one begins."""
    found: list[int | None] = []
    current: int | None = None
    for address in addresses:
        current = lines.get(Spot(function, address), current)
        found.append(current)
    return found
