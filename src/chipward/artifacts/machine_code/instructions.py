"""x86 instructions as text.

The syntax is Intel's: operands stand as in the manuals of Intel and AMD and in tables of instruction timings, and the
destination comes first, as in the line of C++ that it was made from. The decoder is iced, which knows the instructions
that matter most here (bfloat16 and int8 dot products, AMX tiles); capstone 5 reads those as other instructions.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from iced_x86 import Code as Opcode
from iced_x86 import Decoder, FlowControl, Formatter, FormatterSyntax, MemorySizeOptions, OpKind

from chipward.artifacts.machine_code.elf_file import ElfFile, Function

_BITS = 64
_STUB = 16  # bytes of an entry of a procedure linkage table, where the section does not say


class Instruction(NamedTuple):
    """One instruction: where it lies and how it reads."""

    address: int
    mnemonic: str
    operands: str


class Disassembler:
    """Reads the code of one file; calls and jumps are told by name where the file knows one.

    Without a file it reads code that came without one; the functions in it, if given, name its jumps.
    """

    def __init__(self, file: ElfFile | None = None, functions: Sequence[Function] = ()) -> None:
        self._stubs: Mapping[int, str] = _stubs(file) if file else {}
        self._slots: Mapping[int, str] = file.slots if file else {}
        self._functions = file.functions if file else functions
        self._starts = [function.address for function in self._functions]
        self._formatter = _formatter()

    def read(self, code: bytes, address: int) -> Iterator[Instruction]:
        """The instructions in these bytes, which are loaded at this address."""
        decoder = Decoder(_BITS, code, ip=address)
        while decoder.can_decode:
            decoded = decoder.decode()
            if decoded.code == Opcode.INVALID:
                # The next byte may begin an instruction again.
                place = decoded.ip - address
                yield Instruction(decoded.ip, "(bad)", f"{code[place]:02x}")
                decoder.position, decoder.ip = place + 1, decoded.ip + 1
                continue
            mnemonic, _, operands = self._formatter.format(decoded).partition(" ")
            if decoded.op0_kind == OpKind.NEAR_BRANCH64:
                target = decoded.near_branch_target
                named = self._name(target)
                operands = f"{target:#x} <{named}>" if named else f"{target:#x}"
            elif decoded.flow_control in _INDIRECT and decoded.is_ip_rel_memory_operand:
                named = self._slots.get(decoded.ip_rel_memory_address, "")
                operands = f"{operands} <{named}>" if named else operands
            yield Instruction(decoded.ip, mnemonic, operands.strip())

    def _name(self, address: int) -> str:
        if address in self._stubs:
            return f"{self._stubs[address]}@plt"
        return offset_name(self._functions, self._starts, address)


_INDIRECT = (FlowControl.INDIRECT_CALL, FlowControl.INDIRECT_BRANCH)


def offset_name(functions: Sequence[Function], starts: Sequence[int], address: int) -> str:
    """The function that holds an address, and how far in: ``kernel+0x34``. Nothing if none does."""
    place = bisect_right(starts, address) - 1
    if place < 0 or address >= functions[place].end:
        return ""
    offset = address - functions[place].address
    return f"{functions[place].name}+{offset:#x}" if offset else functions[place].name


def _stubs(file: ElfFile) -> Mapping[int, str]:
    # A stub of the procedure linkage table jumps to what the loader wrote into a slot of the global offset table.
    names: dict[int, str] = {}
    for code in file.code:
        if not code.name.startswith(".plt"):
            continue
        each = code.entry if code.entry in (8, 16) else _STUB
        for decoded in Decoder(_BITS, code.content, ip=code.address):
            if decoded.flow_control == FlowControl.INDIRECT_BRANCH and decoded.is_ip_rel_memory_operand:
                name = file.slots.get(decoded.ip_rel_memory_address)
                if name:
                    names[code.address + (decoded.ip - code.address) // each * each] = name
    return names


def _formatter() -> Formatter:
    formatter = Formatter(FormatterSyntax.INTEL)
    formatter.hex_prefix = "0x"
    formatter.hex_suffix = ""
    formatter.uppercase_hex = False
    formatter.small_hex_numbers_in_decimal = True
    formatter.space_after_operand_separator = True
    formatter.space_between_memory_add_operators = True
    formatter.rip_relative_addresses = True
    formatter.memory_size_options = MemorySizeOptions.DEFAULT
    formatter.branch_leading_zeros = False
    return formatter
