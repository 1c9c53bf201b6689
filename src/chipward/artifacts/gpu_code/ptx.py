"""PTX: where its instructions came from, and a copy whose instructions say which line of the text they are.

The copy is for the assembler: `ptxas` forgets through which calls an instruction was inlined. Where each `.loc`
names a line of the PTX itself, its line table leads from machine code to the line of PTX, and that line knows the rest.
"""

import re

from chipward.artifacts.gpu_code.again import Instruction
from chipward.artifacts.gpu_code.assembly_places import AssemblyPlaces
from chipward.artifacts.gpu_code.places import Chain, Located, count_lines, known
from chipward.artifacts.gpu_code.ptx_statements import Line, read_lines, without_comments

NUMBERED = "kernel.ptx"  # what the numbered copy calls itself

_DIRECTIVE = re.compile(r"\s*\.(?:loc|file)\s")
_NO_LOC = "no place is told before it in its function"
_LINE_0 = "made by the compiler (line 0)"


def ptx_lines(text: str) -> Located:
    """The instructions of a module with their places. One that runs over several lines stands on its first."""
    lines = text.split("\n")
    places = AssemblyPlaces(lines)
    here: Chain = ()
    chains, silent = {}, {}
    for number, (line, what) in enumerate(read_lines(lines), start=1):
        if what is Line.OUTSIDE:
            here = ()
        elif what is Line.BEGINS:
            if known(here):
                chains[number] = (here,)
            else:
                silent[number] = _LINE_0 if here else _NO_LOC
        elif ".loc" in line and (found := places.read(line, "//")) is not None:
            here = found
    return Located(count_lines(text), chains, silent)


def ptx_instructions(text: str) -> tuple[Instruction, ...]:
    """The instructions of a module, in order."""
    found: list[Instruction] = []
    for number, (line, what) in enumerate(read_lines(text.split("\n")), start=1):
        code = " ".join(without_comments(line)[0].split())
        if what is Line.BEGINS:
            found.append(Instruction(number, code))
        elif what is Line.GOES_ON and code:
            found[-1] = Instruction(found[-1].line, f"{found[-1].text} {code}")
    return tuple(found)


def ptx_numbered(text: str) -> str:
    """The same module, in which the place of each instruction is its own line here.

    Its own places, and the sections of debug information that speak of them, are left out. No instruction is touched.
    """
    written, debug = [], False
    for number, (line, what) in enumerate(read_lines(text.split("\n")), start=1):
        stripped = line.strip()
        if stripped.startswith(".section"):
            debug = ".debug_" in stripped
        if debug:
            debug = not stripped.endswith("}")
            continue
        if _DIRECTIVE.match(line):
            continue
        if what is Line.BEGINS:
            written.append(f"\t.loc\t1 {number} 0")
        written.append(line)
    return "\n".join([*written, f'\t.file\t1 "{NUMBERED}"', ""])
