"""An ELF file, opened with distrust: its functions, their code, and the names behind its stubs.

pyelftools believes what a file says of itself. The sizes that could make it walk for hours are checked before; whatever
else a broken file makes it raise becomes one sentence.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from elftools.elf.elffile import ELFFile

from chipward.errors import Misuse

_HEADER = 64  # bytes of a 64-bit ELF header
_SECTION_HEADER = 64
_SYMBOL = 24
_RELOCATION = 24
_EXECUTABLE = 0x4  # SHF_EXECINSTR
_COMPRESSED = 0x800  # SHF_COMPRESSED
_NO_CONTENT = "SHT_NOBITS"
_X86_64 = 62  # EM_X86_64


class Function(NamedTuple):
    """A function and where its code lies."""

    name: str
    address: int
    size: int

    @property
    def end(self) -> int:
        """The first address behind it."""
        return self.address + self.size


@dataclass(frozen=True)
class Code:
    """The bytes of a section that holds code."""

    name: str
    address: int
    content: bytes
    entry: int  # bytes of an entry, where the section is a table of them

    @property
    def end(self) -> int:
        """The first address behind it."""
        return self.address + len(self.content)


class ElfFile:
    """A 64-bit x86 ELF file."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self.name = name
        self._size = stream.seek(0, 2)
        stream.seek(0)
        header = stream.read(_HEADER)
        self.refuse_unless(header[:4] == b"\x7fELF", "is not an ELF file")
        self.refuse_unless(len(header) == _HEADER and header[4:6] == b"\x02\x01", "is not a 64-bit little-endian one")
        self.refuse_unless(int.from_bytes(header[18:20], "little") == _X86_64, "is not for x86-64")
        table = int.from_bytes(header[40:48], "little")
        each, sections = int.from_bytes(header[58:60], "little"), int.from_bytes(header[60:62], "little")
        self.refuse_unless(
            sections > 0 and each == _SECTION_HEADER and table + sections * each <= self._size,
            "says that its sections lie beyond its end",
        )
        stream.seek(0)
        with self.distrust():
            self.elf = ELFFile(stream)

    @contextmanager
    def distrust(self) -> Iterator[None]:
        """Turn whatever a broken file leads to into one sentence."""
        try:
            yield
        except Misuse:
            raise
        except Exception as error:  # pyelftools raises anything at all over a broken file
            message = f"{self.name} is a broken ELF file ({type(error).__name__}): build or trace it again."
            raise Misuse(message) from error

    @cached_property
    def code(self) -> tuple[Code, ...]:
        """The sections that hold code, by address."""
        with self.distrust():
            found = [
                Code(section.name, section["sh_addr"], section.data(), section["sh_entsize"])
                for section in self.elf.iter_sections()
                if section["sh_flags"] & (_EXECUTABLE | _COMPRESSED) == _EXECUTABLE
                and section["sh_type"] != _NO_CONTENT
                and self._holds(section)
            ]
        return tuple(sorted(found, key=lambda code: code.address))

    @cached_property
    def functions(self) -> tuple[Function, ...]:
        """The functions that the file names and holds, by address; of those at one address the first by name."""
        found: dict[int, Function] = {}
        with self.distrust():
            for kind in (".symtab", ".dynsym"):
                for name, symbol in self._symbols(kind):
                    if symbol["st_info"]["type"] != "STT_FUNC" or symbol["st_shndx"] == "SHN_UNDEF":
                        continue
                    function = Function(name, symbol["st_value"], symbol["st_size"])
                    known = found.get(function.address)
                    if self._lies_in_code(function) and (known is None or function.name < known.name):
                        found[function.address] = function
        return tuple(found[address] for address in sorted(found))

    @cached_property
    def slots(self) -> Mapping[int, str]:
        """What the loader writes into each slot of the global offset table, by name."""
        names: dict[int, str] = {}
        with self.distrust():
            symbols = [name for name, _ in self._symbols(".dynsym")]
            for kind in (".rela.plt", ".rela.dyn"):
                section: Any = self.elf.get_section_by_name(kind)
                if section is None or section["sh_entsize"] != _RELOCATION or not self._holds(section):
                    continue
                for relocation in section.iter_relocations():
                    index = relocation["r_info_sym"]
                    if 0 < index < len(symbols) and symbols[index]:
                        names[relocation["r_offset"]] = symbols[index]
        return names

    def bytes_of(self, function: Function) -> bytes:
        """The machine code of a function."""
        code = next(code for code in self.code if code.address <= function.address < code.end)
        return code.content[function.address - code.address : function.end - code.address]

    def _symbols(self, kind: str) -> Iterator[tuple[str, Any]]:
        section: Any = self.elf.get_section_by_name(kind)
        if section is not None and section["sh_entsize"] == _SYMBOL and self._holds(section):
            for symbol in section.iter_symbols():
                yield symbol.name, symbol.entry

    def _holds(self, section: Any) -> bool:  # noqa: ANN401 -- pyelftools types sections by halves
        return bool(section["sh_offset"] + section["sh_size"] <= self._size)

    def _lies_in_code(self, function: Function) -> bool:
        return function.size > 0 and any(code.address <= function.address < code.end for code in self.code)

    def refuse_unless(self, holds: bool, complaint: str) -> None:  # noqa: FBT001 -- the condition is the point
        """Complain of the file in one sentence, unless a condition holds."""
        if not holds:
            message = f"{self.name} {complaint}: it cannot be listed as x86 machine code."
            raise Misuse(message)


@contextmanager
def open_elf(source: Path | bytes, name: str) -> Iterator[ElfFile]:
    """Open a file, or bytes that came from one, for as long as it is needed."""
    if isinstance(source, bytes):
        yield ElfFile(BytesIO(source), name)
        return
    try:
        stream = source.open("rb")
    except OSError as error:
        message = f"{name} cannot be read ({error.strerror}): give a shared object that is there."
        raise Misuse(message) from error
    with stream:
        yield ElfFile(stream, name)
