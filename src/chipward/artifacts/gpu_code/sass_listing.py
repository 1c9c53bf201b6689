"""A listing of SASS, NVIDIA's machine code: one instruction a line, a heading before each function.

nvdisasm prints it between directives for the assembler, which are left out:

            .section        .text.triton_poi_fused_0,"ax",@progbits
    triton_poi_fused_0:
            /*0000*/                   LDC R1, c[0x0][0x28] ;
            /*0010*/              @!P2 LDG.E.EF R3, desc[UR6][R4.64] ;
    .L_x_0:
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from chipward.artifacts.gpu_code.cubin import CODE, Spot

_INSTRUCTION = re.compile(r"\s*/\*(?P<address>[0-9a-f]{4,})\*/\s.*;")
_LABEL = re.compile(r"(?P<name>[\w$.]+):")
_SECTION = re.compile(r"\s*\.section\s+(?P<name>[^\s,]+)")
_COMMENT_COLUMN = 64
_GUARD = 5  # @!UP0


class Listed(NamedTuple):
    """A listing, and where each of its instructions lies."""

    text: str
    spots: Mapping[Spot, int]  # the line of each instruction
    padding: frozenset[Spot]  # instructions behind the end of a function: a jump to itself, and empty ones


def listing(disassembly: str, notes: Mapping[Spot, str]) -> Listed:
    """Keep instructions, headings and labels of what nvdisasm printed; a note stands behind its instruction."""
    lines: list[str] = []
    spots: dict[Spot, int] = {}
    code: dict[str, list[tuple[Spot, str]]] = {}
    for function, address, line in _kept(disassembly):
        if address is None:
            if line == f"{function}:" and lines:
                lines.append("")
            lines.append(line)
            continue
        spot = Spot(function, address)
        note = notes.get(spot)
        lines.append(f"{line:<{_COMMENT_COLUMN}} // {note}" if note else line)
        spots[spot] = len(lines)
        code.setdefault(function, []).append((spot, line.partition("*/")[2].strip(" ;")))
    padding = frozenset(spot for instructions in code.values() for spot in _padding(instructions))
    return Listed("".join(f"{line}\n" for line in lines), spots, padding)


def _padding(instructions: Sequence[tuple[Spot, str]]) -> Iterator[Spot]:
    # No line asked for them: whatever they are credited to came last before the end.
    place = len(instructions)
    while place and instructions[place - 1][1] == "NOP":
        place -= 1
    if 0 < place < len(instructions) and instructions[place - 1][1].startswith("BRA "):
        place -= 1
    yield from (spot for spot, _ in instructions[place:])


def _kept(disassembly: str) -> Iterator[tuple[str, int | None, str]]:
    function = ""
    for line in disassembly.split("\n"):
        if section := _SECTION.match(line):
            name = section["name"]
            function = name.removeprefix(CODE) if name.startswith(CODE) else ""
        elif not function:
            continue
        elif instruction := _INSTRUCTION.fullmatch(line.rstrip()):
            yield function, int(instruction["address"], 16), _narrow(line.strip())
        elif (label := _LABEL.fullmatch(line.strip())) and not label["name"].startswith(CODE):
            yield function, None, line.strip()


def _narrow(instruction: str) -> str:
    """An instruction without the wide gap in which nvdisasm right-aligns its guard: `/*0130*/  @!P2 LDG.E R3, …`."""
    address, _, code = instruction.partition("*/")
    guard, _, rest = code.strip().partition(" ") if code.strip().startswith("@") else ("", "", code.strip())
    return f"    {address}*/ {guard:>{_GUARD}} {rest.strip()}"
