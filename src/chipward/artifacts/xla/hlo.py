"""HLO text: its computations and instructions, with the equations and the lines of Python that they are from."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from chipward.artifacts.locations.home import Home
from chipward.artifacts.xla.hlo_places import SECTIONS, Frame, Tables
from chipward.artifacts.xla.instruction_syntax import instruction
from chipward.artifacts.xla.tags import tags_in
from chipward.model.lines import EdgeKind

_COMPUTATION = re.compile(r"(?P<entry>ENTRY )?%?(?P<name>[\w.\-]+) \(")
_STRUCTURE = frozenset({"parameter", "constant", "tuple", "get-tuple-element", "bitcast"})  # nothing is computed there


@dataclass(frozen=True)
class Instruction:
    """One instruction, on one line of the text."""

    line: int
    name: str  # without %
    opcode: str
    shape: str
    computation: str
    is_root: bool
    operands: tuple[str, ...]
    calls: tuple[str, ...]  # computations
    op_name: str
    tags: tuple[int, ...]  # equations, of a tagged program: the innermost of each name that XLA joined
    frames: tuple[Frame, ...]  # innermost first
    custom_call_target: str

    @property
    def computes(self) -> bool:
        """Whether it is more than structure: parameters, constants and tuples compute nothing."""
        return self.opcode not in _STRUCTURE


@dataclass(frozen=True)
class HloModule:
    """The text of a module, read."""

    name: str
    instructions: tuple[Instruction, ...]  # in the order of the text
    entry: str  # the name of the computation where it begins; empty if the text names none

    @cached_property
    def by_name(self) -> Mapping[str, Instruction]:
        """Instructions by their names, which are unique in a module."""
        return {found.name: found for found in self.instructions}

    @cached_property
    def computations(self) -> Mapping[str, tuple[Instruction, ...]]:
        """The instructions of each computation."""
        found: dict[str, list[Instruction]] = {}
        for one in self.instructions:
            found.setdefault(one.computation, []).append(one)
        return {name: tuple(inside) for name, inside in found.items()}

    def owned(self, name: str) -> tuple[Instruction, ...]:
        """The instruction and all that stand in the computations that it calls, however deep."""
        start = self.by_name.get(name)
        todo, seen, found = [start] if start else [], set[str](), list[Instruction]()
        while todo:
            one = todo.pop()
            found.append(one)
            for called in one.calls:
                if called not in seen:
                    seen.add(called)
                    todo += self.computations.get(called, ())
        return tuple(sorted(found, key=lambda one: one.line))

    def owners(self, name: str) -> tuple[int, ...]:
        """The equations that an instruction holds: its own and those of the computations that it calls.

        XLA shares constants between lines, so only what computes counts, if there is such.
        """
        owned = self.owned(name)
        computed = {tag for one in owned if one.computes for tag in one.tags}
        return tuple(sorted(computed or {tag for one in owned for tag in one.tags}))


def read_hlo(text: str) -> HloModule:
    """Read the text of a module. What is not understood is left out."""
    tables, found = Tables(), list[Instruction]()
    module = entry = computation = section = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("HloModule "):
            module = line[len("HloModule ") :].partition(",")[0].strip()
        elif line in SECTIONS:
            section = line
        elif section and tables.add(section, line):
            continue
        elif line.startswith("}"):
            computation = ""
        elif line.endswith("{") and (head := _COMPUTATION.match(line)):
            section, computation = "", head["name"]
            entry = computation if head["entry"] else entry
        elif computation and (parts := instruction(line)):
            frames = tables.stack(parts.frame)
            if not frames and parts.inline_place:
                file, at = parts.inline_place
                frames = (Frame(file, at, at, -1, -1, ""),)
            found.append(
                Instruction(
                    number,
                    parts.name,
                    parts.opcode,
                    parts.shape,
                    computation,
                    parts.is_root,
                    parts.operands,
                    parts.calls,
                    parts.op_name,
                    tags_in(parts.op_name),
                    frames,
                    parts.custom_call_target,
                )
            )
    return HloModule(module, tuple(found), entry)


def opcode(line: str) -> str:
    """What the instruction on a line does; empty if there is none."""
    found = instruction(line)
    return found.opcode if found else ""


def is_computing(line: str) -> bool:
    """Whether a line holds an instruction that computes something."""
    return opcode(line) not in {"", *_STRUCTURE}


def locate(text: str) -> Iterator[Home]:
    """The lines of Python that each instruction names."""
    for one in read_hlo(text).instructions:
        for depth, frame in enumerate(one.frames if one.computes else ()):
            if frame.file:
                yield Home(one.line, frame.file, frame.line, EdgeKind.INLINED if depth else EdgeKind.EXACT)
