"""Machine code of a function as a text, each instruction that was sampled marked with how often."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from chipward.artifacts.machine_code.elf_file import Function
from chipward.artifacts.machine_code.instructions import Disassembler, Instruction
from chipward.capture.tracers.torch.eager.listing import Loss
from chipward.capture.tracers.torch.native.names import brief

_COMMENT = 72  # the column of the counts


@dataclass
class Machine:
    """A function's code, with the samples of all operators that ran it."""

    name: str
    title: str
    library: str
    code: bytes
    address: int
    is_generated: bool
    hits: Counter[int] = field(default_factory=Counter)


@dataclass(frozen=True)
class Listing:
    """The text, and the lines of the instructions that were sampled, by address."""

    text: str
    sampled: Mapping[int, int]

    @property
    def losses(self) -> list[Loss]:
        """The other lines, as the loss of a map."""
        rest = self.text.count("\n") - len(self.sampled)
        return [("to", rest, "instructions on which no sample fell")] if rest else []


def list_machine(machine: Machine) -> Listing:
    """One instruction a line, below a heading with the function's name."""
    text = [f"; {machine.title}"]
    text += [f"; {machine.name}"] if machine.name != machine.title else []
    text.append(f"{machine.address:016x} <{brief(machine.title)}>:")
    sampled: dict[int, int] = {}
    for address, mnemonic, operands in _instructions(machine):
        count = machine.hits[address]
        row = f"{address:8x}  {mnemonic} {operands}".rstrip()
        if count:
            row = f"{row:<{_COMMENT}}  ; {count:,} sample{'' if count == 1 else 's'}"
            sampled[address] = len(text) + 1
        text.append(row)
    return Listing("".join(f"{line}\n" for line in text), sampled)


def _instructions(machine: Machine) -> Iterator[Instruction]:
    function = Function(brief(machine.title), machine.address, len(machine.code))
    return Disassembler(functions=(function,)).read(machine.code, machine.address)
