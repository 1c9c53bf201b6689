"""Where the instructions of PTX begin: a line may hold several, and one may run over several lines."""

import re
from collections.abc import Iterable, Iterator
from enum import Enum

# What may stand before an instruction on its line: brackets of a block, and labels such as "$L__BB0_2:".
_BEFORE = re.compile(r"\s*(?:[{}]\s*|[\w$%]+:\s*)*")
_REMARK = re.compile(r"/\*.*?(?:\*/|$)")


class Line(Enum):
    """What a line of PTX is."""

    BEGINS = "begins"  # an instruction begins on it
    GOES_ON = "goes-on"  # one that began before goes on
    WITHIN = "within"  # a function, but no instruction: a directive, a label, a bracket
    OUTSIDE = "outside"  # of any function


def begins_instruction(line: str) -> bool:
    """Whether a line that continues nothing begins an instruction."""
    return bool(first_instruction(line))


def first_instruction(line: str) -> str:
    """The first instruction of a line that continues nothing, up to its semicolon; empty if it has none."""
    return _first(without_comments(line)[0])


def read_lines(lines: Iterable[str]) -> Iterator[tuple[str, Line]]:
    """Each line with what it is."""
    depth, remark, section, goes_on = 0, False, False, False
    for line in lines:
        code, remark = without_comments(line, inside=remark)
        code = code.strip()
        section = (section and depth > 0) or code.startswith(".section")
        depth = max(0, depth + code.count("{") - code.count("}"))
        if section or not depth:
            goes_on = False
            yield line, Line.OUTSIDE
        elif goes_on or _first(code):
            yield line, Line.GOES_ON if goes_on else Line.BEGINS
            if code:
                goes_on = not code.rstrip("{} \t").endswith(";")
        else:
            yield line, Line.WITHIN


def without_comments(line: str, *, inside: bool = False) -> tuple[str, bool]:
    """A line without its comments, and whether one goes on behind its end."""
    if inside:
        _, closed, line = line.partition("*/")
        if not closed:
            return "", True
    if "/" not in line:
        return line, False
    slashes, star = line.find("//"), line.find("/*")
    if 0 <= star < slashes or (star >= 0 > slashes):
        return _REMARK.sub(" ", line).partition("//")[0], line.rfind("/*") > line.rfind("*/")
    return (line[:slashes] if slashes >= 0 else line), False


def _first(code: str) -> str:
    for piece in code.split(";"):
        found = _BEFORE.match(piece)
        instruction = piece[found.end() :] if found else ""
        if instruction[:1] == "@" or instruction[:1].isalpha():
            return instruction
    return ""
