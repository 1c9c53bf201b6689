"""TTIR and TTGIR: where the operations of MLIR came from.

An operation ends with its location. One that holds others ends, with its location, on the line of its last bracket;
the place belongs to the line on which it begins.

    %total = scf.for %block = %c0 to %1 step %c1 iter_args(%x = %cst) -> (tensor<256xf32>)  : i32 {
      %at = arith.muli %block, %c256 : i32 loc(#loc37)
    } loc(#loc36)
"""

import re

from chipward.artifacts.gpu_code.mlir_expressions import Expressions, apart
from chipward.artifacts.gpu_code.places import Located, count_lines, known

_DEFINITION = re.compile(r"(?P<name>#[\w.$-]+) = loc\((?P<body>.*)\)\s*$")
# A label, e.g. "^bb0(%mean: f32 loc(#loc1)):  // pred: ^bb1"; a name of an attribute, e.g. "#blocked = #ttg.blocked<…>"
_NO_OPERATION = re.compile(r"\s*(?:\^|#|//|module\b|builtin\.module\b|\{-#|#-\}|$)")
_NO_PLACE = "made by the compiler, which names no place"
_UNREADABLE = "names a place that cannot be read"
_SAYS_NOTHING = "ends without a place"


def is_operation(line: str) -> bool:
    """Whether a line begins an operation, rather than closing one, being a label or defining a name."""
    return _NO_OPERATION.match(line) is None and not line.lstrip().startswith("}")


def mlir_locations(text: str) -> Located:
    """The operations of a module with their places."""
    lines = text.split("\n")
    expressions = Expressions(_definitions(lines))
    places: dict[int, str | None] = {}  # by the line on which an operation begins
    open_lines: list[int] = []
    for number, line in enumerate(lines, start=1):
        code, place = apart(line)
        if code.startswith("}"):
            if not code.endswith("{") and open_lines:
                places[open_lines.pop()] = place
        elif code.endswith("{") and not code.startswith("#"):
            open_lines.append(number)
            places[number] = None
        elif is_operation(line):
            places[number] = place
    said = {number: place for number, place in sorted(places.items()) if is_operation(lines[number - 1])}
    chains, silent = {}, {}
    for number, place in said.items():
        found = expressions.read(place) if place is not None else ()
        if any(known(chain) for chain in found):
            chains[number] = found
        else:
            silent[number] = _SAYS_NOTHING if place is None else _NO_PLACE if found else _UNREADABLE
    return Located(count_lines(text), chains, silent)


def _definitions(lines: list[str]) -> dict[str, str]:
    starts = (line for line in lines if line.startswith("#"))
    return {found["name"]: found["body"] for line in starts if (found := _DEFINITION.match(line))}
