"""What NVIDIA's own tools say of lines: a way from SASS to the source that shares nothing with ours but the PTX.

PTX can carry the calls that an instruction was inlined through, in a form that ptxas understands and nvdisasm prints.
LLVM writes them into comments; here they are written into the directives.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_LOC = re.compile(r"\s*\.loc\s+(\d+)\s+(\d+)\s+(\d+)\s*// (?P<chain>.*)")
_FILE = re.compile(r'\s*\.file\s+(?P<number>\d+) "(?:.*/)?(?P<name>[^/"]+)"')
_MARK = re.compile(r'\s*//## File "(?:[^"]*/)?(?P<file>[^/"]*)", line (?P<line>\d+)')
_INSTRUCTION = re.compile(r"\s*/\*(?P<address>[0-9a-f]{4,})\*/\s+(?P<text>[^;]*);")
_STRINGS = "\t.section\t.debug_str\n\t{\n$L__inlined:\n.b8 102\n.b8 0\n\t}\n"


class Instruction(NamedTuple):
    """An instruction, and the lines it is from: its own, then those that called it."""

    address: int
    text: str
    lines: tuple[tuple[str, int], ...]


def with_calls(ptx: str) -> str:
    """The same PTX, whose directives tell of calls, without its debug information."""
    code = ptx[: ptx.index("\t.section\t.debug_abbrev")]
    numbers = {found["name"]: found["number"] for found in map(_FILE.match, code.split("\n")) if found}
    return "\n".join(line for before in code.split("\n") for line in _directives(before, numbers)) + _STRINGS


def _directives(line: str, numbers: dict[str, str]) -> Iterator[str]:
    found = _LOC.match(line)
    if found is None:
        yield line
        return
    frames = [frame.split(":") for frame in found["chain"].strip(" ]").split(" @[ ")]
    outer = ""
    # ptxas wants to have seen the place of a call before it hears what was inlined there.
    for file, number, *column in reversed(frames):
        place = f"{numbers[file]} {number} {column[0] if column else 0}"
        yield f"\t.loc\t{place}{f', function_name $L__inlined, inlined_at {outer}' if outer else ''}"
        outer = place


def listed(listing: str) -> list[Instruction]:
    """The instructions of what `nvdisasm -gi` or `-g` printed."""
    found: list[Instruction] = []
    marks: list[tuple[str, int]] = []
    is_fresh = True
    for line in listing.split("\n"):
        if mark := _MARK.match(line):
            marks = marks if is_fresh else []
            is_fresh = True
            marks.append((mark["file"], int(mark["line"])))
        elif instruction := _INSTRUCTION.match(line):
            is_fresh = False
            text = " ".join(instruction["text"].split())
            found.append(Instruction(int(instruction["address"], 16), text, tuple(marks)))
    return found
