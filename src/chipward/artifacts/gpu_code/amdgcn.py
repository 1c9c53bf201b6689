"""AMDGCN, the assembly of AMD's GPUs: where its instructions came from, by `.loc` and LLVM's comment behind it."""

import re

from chipward.artifacts.gpu_code.assembly_places import AssemblyPlaces
from chipward.artifacts.gpu_code.places import Chain, Located, count_lines, known

# e.g. "	s_load_dwordx2 s[2:3], s[0:1], 0x0"
_INSTRUCTION = re.compile(r"\s+[a-z]\w*(?:\s|$)")
_NO_LOC = "no place is told before it in its function"
_LINE_0 = "made by the compiler (line 0)"


def is_instruction(line: str) -> bool:
    """Whether a line is an instruction, rather than a directive, a label, a comment or part of the metadata."""
    return _INSTRUCTION.match(line) is not None


def amdgcn_lines(text: str) -> Located:
    """The instructions of a module with their places. What stands behind the end of the code is data."""
    lines = text.split("\n")
    places = AssemblyPlaces(lines)
    here: Chain = ()
    metadata = False
    chains, silent = {}, {}
    for number, line in enumerate(lines, start=1):
        stripped = line.strip()
        if stripped.startswith("."):
            if stripped.startswith(".loc") and (found := places.read(line, ";")) is not None:
                here = found
            elif stripped.startswith((".cfi_endproc", ".size", ".section")):
                here = ()
            metadata = (metadata or stripped == ".amdgpu_metadata") and stripped != ".end_amdgpu_metadata"
        elif not metadata and is_instruction(line):
            if known(here):
                chains[number] = (here,)
            else:
                silent[number] = _LINE_0 if here else _NO_LOC
    return Located(count_lines(text), chains, silent)
