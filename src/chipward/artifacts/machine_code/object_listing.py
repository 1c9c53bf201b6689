"""The listing of an object file that is not linked: all its functions, with the names that its code refers to.

    0000000000000000 <multiply_negate_fusion>:
           0  push         rbp
          1c  mov          rcx, 0                                      ; .rodata.cst4
          29  call         rax

An instruction refers to what is elsewhere, such as a constant, by a place that the loader fills in. What stands there
until then is 0; the name behind it is told as a comment.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from chipward.artifacts.machine_code.elf_file import ElfFile, Function, open_elf
from chipward.artifacts.machine_code.instructions import Disassembler, Instruction
from chipward.artifacts.machine_code.origins import trace_back
from chipward.errors import Misuse

_COMMENT_COLUMN = 72
_RELOCATION = 24  # bytes of one that brings its addend

# e.g. "ymmword ptr [rax + rdx - 0x3e0]" and "zmm12", "r9d", "k1", "0x10"
_VECTOR = re.compile(r"\b(?P<width>[xyz]mm)[0-9]{1,2}\b")
_MASK = re.compile(r"\bk[0-7]\b")
_REGISTER = re.compile(r"\b(?:[re]?(?:[abcd]x|[sd]i|[sb]p|ip)|[abcd][lh]|[sd]il|[sb]pl|r(?:[89]|1[0-5])[dwb]?)\b")
_NUMBER = re.compile(r"\b(?:0x[0-9a-f]+|[0-9]+)\b")
_NAME = re.compile(r"<[^>]*>")


class ObjectLine(NamedTuple):
    """An instruction of the listing."""

    line: int
    instruction: Instruction
    code: bytes
    name: str  # that it refers to, if any

    @property
    def shape(self) -> str:
        """What it does, whichever registers and numbers it does it with."""
        operands = _VECTOR.sub(r"\g<width>", _NAME.sub("", self.instruction.operands))
        operands = _REGISTER.sub("r", _MASK.sub("k", operands))
        return f"{self.instruction.mnemonic} {_NUMBER.sub('n', operands)}"


class ListedFunction(NamedTuple):
    """A function: the line of its heading, and its instructions."""

    name: str
    heading: int
    code: tuple[ObjectLine, ...]


@dataclass(frozen=True)
class ObjectListing:
    """An object file as text."""

    text: str
    functions: tuple[ListedFunction, ...]

    @cached_property
    def code(self) -> tuple[ObjectLine, ...]:
        """All instructions, in order."""
        return tuple(line for function in self.functions for line in function.code)

    @cached_property
    def lines(self) -> int:
        """How many lines the text has."""
        return self.text.count("\n")


def list_object(content: bytes, name: str) -> ObjectListing:
    """List all functions of an object file. One that is broken, or of another machine, is Misuse."""
    with open_elf(content, name) as file, file.distrust():
        functions = _apart(file)
        if not functions:
            message = f"{name} holds no function: there is no machine code in it."
            raise Misuse(message)
        references = _references(file)
        disassembler = Disassembler(file)
        return _write([(function, _instructions(disassembler, file, function)) for function in functions], references)


def lines_of_object(content: bytes, name: str, source: str) -> Mapping[int, int]:
    """The line of a source that each address is from, by the debug information of an object file."""
    with open_elf(content, name) as file, file.distrust():
        functions = _apart(file)
        disassembler = Disassembler(file)
        addresses = sorted(
            instruction.address
            for function in functions
            for instruction, _ in _instructions(disassembler, file, function)
        )
        frames = trace_back(file, functions, addresses, source).frames
        return {
            address: chain[0].line
            for address, chain in zip(addresses, frames, strict=False)
            if chain and chain[0].line > 0 and chain[0].file.rpartition("/")[2] == source
        }


def _apart(file: ElfFile) -> list[Function]:
    # A broken symbol table may let functions overlap: each ends where the next begins.
    found = sorted(file.functions, key=lambda function: function.address)
    ends = [function.address for function in found[1:]]
    whole = [
        function._replace(size=min(function.end, end) - function.address)
        for function, end in zip(found, ends, strict=False)
    ]
    return whole + found[-1:]


def _instructions(disassembler: Disassembler, file: ElfFile, function: Function) -> list[tuple[Instruction, bytes]]:
    code = file.bytes_of(function)
    read = list(disassembler.read(code, function.address))
    ends = [*(instruction.address for instruction in read[1:]), function.end]
    start = function.address
    return [
        (instruction, code[instruction.address - start : end - start])
        for instruction, end in zip(read, ends, strict=False)
    ]


def _references(file: ElfFile) -> Mapping[int, str]:
    """By the address that the loader fills in: what is filled in there."""
    names: dict[int, str] = {}
    table: Any = file.elf.get_section_by_name(".symtab")
    if table is None:
        return names
    for code in file.code:
        section: Any = file.elf.get_section_by_name(f".rela{code.name}")
        if section is None or section["sh_entsize"] != _RELOCATION:
            continue
        for relocation in section.iter_relocations():
            symbol = table.get_symbol(relocation["r_info_sym"])
            name = symbol.name or _section_name(file, symbol.entry["st_shndx"])
            addend = relocation["r_addend"]
            names[code.address + relocation["r_offset"]] = f"{name}+{addend:#x}" if addend > 0 else name
    return {address: name for address, name in names.items() if name}


def _section_name(file: ElfFile, index: int | str) -> str:
    if isinstance(index, int) and 0 < index < file.elf.num_sections():
        return str(file.elf.get_section(index).name)
    return ""


def _write(
    functions: list[tuple[Function, list[tuple[Instruction, bytes]]]], references: Mapping[int, str]
) -> ObjectListing:
    lines: list[str] = []
    listed: list[ListedFunction] = []
    for function, instructions in functions:
        if lines:
            lines.append("")
        lines.append(f"{function.address:016x} <{function.name}>:")
        heading, code = len(lines), []
        for instruction, content in instructions:
            places = range(instruction.address, instruction.address + len(content))
            name = next((references[place] for place in places if place in references), "")
            text = f"{instruction.address:8x}  {instruction.mnemonic:<12} {instruction.operands}".rstrip()
            lines.append(f"{text:<{_COMMENT_COLUMN}} ; {name}" if name else text)
            code.append(ObjectLine(len(lines), instruction, content, name))
        listed.append(ListedFunction(function.name, heading, tuple(code)))
    return ObjectListing("".join(f"{line}\n" for line in lines), tuple(listed))
