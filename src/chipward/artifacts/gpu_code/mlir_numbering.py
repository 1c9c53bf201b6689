"""TTIR and TTGIR whose operations are from their own lines, and the code of such a text without its places.

%x = arith.addi %a, %b : i32 loc(#loc12)                  becomes, on line 40,
%x = arith.addi %a, %b : i32 loc("kernel.mlir":40:0)
"""

import itertools
import re
from collections.abc import Iterator, Sequence

from chipward.artifacts.gpu_code.again import Instruction
from chipward.artifacts.gpu_code.mlir import mlir_locations

NUMBERED = "kernel.mlir"  # what the numbered copy calls itself

_VALUE = re.compile(r"(?P<name>%[\w$-]+)")
# e.g. "%x = ", "%sums:2 = ", the first of "%x, %y = "
_NEW = re.compile(r"(?P<name>%[\w$-]+)(?::\d+)?(?=(?:, %[\w$-]+(?::\d+)?)* = )")
_PLACE = " loc("
_BRACKET_OR_QUOTE = re.compile(r"[()\"]")


def mlir_numbered(text: str) -> str:
    """The same module. A place that stands behind a closing bracket is that of the line of its opening one."""
    written: list[str] = []
    open_lines: list[int] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("#loc"):
            written.append("")
            continue
        bare = without_places(line)
        code = bare.strip()
        begun = open_lines.pop() if code.startswith("}") and open_lines else number
        if code.endswith("{"):
            open_lines.append(begun)
        elif line.rstrip().endswith(")") and bare != line and not code.startswith("^"):
            bare = f'{bare.rstrip()} loc("{NUMBERED}":{begun}:0)'
        written.append(bare)
    return "\n".join(written)


def mlir_operations(text: str) -> Sequence[Instruction]:
    """What each operation does: values are numbered as they appear, since their names come of places."""
    lines = text.split("\n")
    operations = set(mlir_locations(text).items)
    told = enumerate(_with_numbered_values(lines), start=1)
    return [Instruction(number, line) for number, line in told if number in operations]


def without_places(line: str) -> str:
    """A line without what stands in `loc(…)`."""
    kept: list[str] = []
    end = 0
    while (begin := line.find(_PLACE, end)) >= 0:
        kept.append(line[end:begin])
        end = _closing(line, begin + len(_PLACE))
    return "".join([*kept, line[end:]])


def _closing(text: str, begin: int) -> int:
    """Where the bracket is closed that stands before a place in a text."""
    depth, quoted = 1, False
    for found in _BRACKET_OR_QUOTE.finditer(text, begin):
        sign = found.group()
        if sign == '"':
            quoted = not quoted
        elif not quoted:
            depth += 1 if sign == "(" else -1
            if not depth:
                return found.end()
    return len(text)


def _with_numbered_values(lines: list[str]) -> Iterator[str]:
    numbers: dict[str, str] = {}
    count = itertools.count()
    for line in lines:
        bare = without_places(line)
        # A block and a function begin with what they are given; else a name before "=" is a new one, as is each of
        # scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero).
        is_head = bare.lstrip().startswith("^") or "tt.func" in bare
        new = {found.start(): found["name"] for found in (_VALUE if is_head else _NEW).finditer(bare)}
        told: list[str] = []
        place = 0
        defined: dict[str, str] = {}  # seen from the next line on: until then a name may be that of an older value
        for found in _VALUE.finditer(bare):
            name = found["name"]
            if found.start() in new:
                defined[name] = f"%{next(count)}"
            told += (bare[place : found.start()], (defined if found.start() in new else numbers).get(name, name))
            place = found.end()
        numbers |= defined
        yield "".join([*told, bare[place:]])
