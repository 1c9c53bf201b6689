"""LLVM IR: where its instructions came from, by the debug metadata at its foot.

%34 = fmul float %30, 3.000000e+00, !dbg !32

!32 = !DILocation(line: 7, column: 15, scope: !17, inlinedAt: !33)
!17 = distinct !DILexicalBlockFile(scope: !4, file: !1, discriminator: 0)
"""

import re

from chipward.artifacts.gpu_code.llvm_metadata import Metadata
from chipward.artifacts.gpu_code.places import Located, count_lines, known

_PLACE = re.compile(r", !dbg !(?P<number>[0-9]+)")
_HEADING_PLACE = re.compile(r" !dbg !(?P<number>[0-9]+)")
_RECORD = re.compile(r"\s*(?:#dbg_|(?:tail )?call void @llvm\.dbg\.)")
_NO_DEBUG = "without debug information"
_UNREADABLE = "names a place that cannot be read"
_LINE_0 = "made by the compiler (line 0)"


def is_instruction(line: str) -> bool:
    """Whether a line is an instruction: they are indented; labels, headings and metadata are not."""
    return line.startswith("  ") and not line.startswith("    ") and line[2:3] not in ("", "]", ";", "}")


def llvm_debug(text: str) -> Located:
    """The instructions of a module with their places. The heading of a function stands for what it is called with."""
    lines = text.split("\n")
    metadata = Metadata(lines)
    said: dict[int, str | None] = {}
    within, table = False, 0
    for number, line in enumerate(lines, start=1):
        if line.startswith("define "):
            within = True
            found = _HEADING_PLACE.search(line, line.rfind(")"))
            said[number] = found["number"] if found else None
        elif line.startswith("}"):
            within, table = False, 0
        elif within and table and line.startswith("  ]"):
            said[table], table = _place(line), 0
        elif within and is_instruction(line) and not _RECORD.match(line):
            said[number] = _place(line)
            table = number if line.rstrip().endswith("[") else 0
    chains, silent = {}, {}
    for number, place in said.items():
        chain = metadata.chain(place) if place else ()
        if known(chain):
            chains[number] = (chain,)
        else:
            silent[number] = _NO_DEBUG if place is None else _LINE_0 if chain else _UNREADABLE
    return Located(count_lines(text), chains, silent)


def _place(line: str) -> str | None:
    start = line.rfind(", !dbg !")
    found = _PLACE.match(line, start) if start >= 0 else None
    return found["number"] if found else None
