"""AMDGCN, the assembly of AMD's GPUs: where its instructions came from, by `.loc` and LLVM's comment behind it."""

import re
from collections.abc import Iterable, Iterator

from chipward.artifacts.gpu_code.again import Instruction
from chipward.artifacts.gpu_code.assembly_places import AssemblyPlaces
from chipward.artifacts.gpu_code.places import Chain, Located, count_lines, known

# e.g. "	s_load_dwordx2 s[2:3], s[0:1], 0x0"
_INSTRUCTION = re.compile(r"\s+[a-z]\w*(?:\s|$)")
_METADATA = {".amdgpu_metadata": True, ".end_amdgpu_metadata": False}
_NO_LOC = "no place is told before it in its function"
_LINE_0 = "made by the compiler (line 0)"


def is_instruction(line: str) -> bool:
    """Whether a line is an instruction, rather than a directive, a label, a comment or part of the metadata."""
    return _INSTRUCTION.match(line) is not None


def amdgcn_lines(text: str) -> Located:
    """The instructions of a module with their places."""
    lines = text.split("\n")
    places = AssemblyPlaces(lines)
    here: Chain = ()
    chains, silent = {}, {}
    for number, line, is_code in _read(lines):
        if is_code:
            if known(here):
                chains[number] = (here,)
            else:
                silent[number] = _LINE_0 if here else _NO_LOC
        elif ".loc" in line and (found := places.read(line, ";")) is not None:
            here = found
        elif line.lstrip().startswith((".cfi_endproc", ".size", ".section")):
            here = ()
    return Located(count_lines(text), chains, silent)


def amdgcn_instructions(text: str) -> tuple[Instruction, ...]:
    """The instructions of a module, in order."""
    return tuple(
        Instruction(number, " ".join(line.partition(";")[0].split()))
        for number, line, is_code in _read(text.split("\n"))
        if is_code
    )


def _read(lines: Iterable[str]) -> Iterator[tuple[int, str, bool]]:
    # The metadata at the foot is indented as instructions are.
    metadata = False
    for number, line in enumerate(lines, start=1):
        if line.strip() in _METADATA:
            metadata = _METADATA[line.strip()]
        yield number, line, not metadata and is_instruction(line)
