"""LLVM IR: where its instructions came from, by the debug metadata at its foot.

%34 = fmul float %30, 3.000000e+00, !dbg !32

!32 = !DILocation(line: 7, column: 15, scope: !17, inlinedAt: !33)
!17 = distinct !DILexicalBlockFile(scope: !4, file: !1, discriminator: 0)
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from chipward.artifacts.gpu_code.llvm_metadata import Metadata
from chipward.artifacts.gpu_code.places import Located, count_lines, known

_PLACE = re.compile(r", !dbg !(?P<number>[0-9]+)")
_HEADING_PLACE = re.compile(r" !dbg !(?P<number>[0-9]+)")
_RECORD = re.compile(r"\s*(?:#dbg_|(?:tail )?call void @llvm\.dbg\.)")
_NO_DEBUG = "without debug information"
_UNREADABLE = "names a place that cannot be read"
_LINE_0 = "made by the compiler (line 0)"


class Code(NamedTuple):
    """A line of code: an instruction, or the heading of a function."""

    line: int
    ends: int  # the line on which its place stands: a `switch` goes on over several
    place: str | None  # the number of its node
    is_heading: bool = False


def is_instruction(line: str) -> bool:
    """Whether a line is an instruction: they are indented; labels, headings, records and metadata are not."""
    return line.startswith("  ") and line[2:3] not in ("", " ", "]", ";", "}") and not _RECORD.match(line)


def llvm_debug(text: str) -> Located:
    """The instructions of a module with their places. The heading of a function stands for what it is called with."""
    lines = text.split("\n")
    metadata = Metadata(lines)
    chains, silent = {}, {}
    for code in code_of(lines):
        chain = metadata.chain(code.place) if code.place else ()
        if known(chain):
            chains[code.line] = (chain,)
        else:
            silent[code.line] = _NO_DEBUG if code.place is None else _LINE_0 if chain else _UNREADABLE
    return Located(count_lines(text), chains, silent)


def code_of(lines: Sequence[str]) -> Iterator[Code]:
    """The code of a module, function by function."""
    within, table = False, 0
    for number, line in enumerate(lines, start=1):
        if line.startswith("define "):
            within = True
            found = _HEADING_PLACE.search(line, line.rfind(")"))
            yield Code(number, number, found["number"] if found else None, is_heading=True)
        elif line.startswith("}"):
            within, table = False, 0
        elif within and table and line.startswith("  ]"):
            yield Code(table, number, _place(line))
            table = 0
        elif within and is_instruction(line):
            if line.endswith("["):
                table = number
            else:
                yield Code(number, number, _place(line))


def _place(line: str) -> str | None:
    start = line.rfind(", !dbg !")
    found = _PLACE.match(line, start) if start >= 0 else None
    return found["number"] if found else None
