"""What a program of HLO takes and gives: the parameters and the results of the computation where it begins."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from chipward.artifacts.xla.hlo import HloModule, Instruction

# e.g. "%x.1 = f32[64]{0} parameter(0), metadata={...}"
_NUMBER = re.compile(r"\bparameter\((?P<number>[0-9]{1,9})\)")
# e.g. "input_output_alias={ {0}: (1, {}, may-alias), {}: (0, {}, must-alias) }": result 0 is written over parameter 1
_ALIAS = re.compile(
    r"\{(?P<result>[0-9, ]{0,40})\}: \((?P<parameter>[0-9]{1,9}), \{[0-9, ]{0,40}\}, m(?:ay|ust)-alias\)"
)
_COMMENT = re.compile(r"/\*index=[0-9]{1,9}\*/")  # XLA numbers each fifth part of a tuple
_OPENING, _CLOSING = "([{", ")]}"


@dataclass(frozen=True)
class Array:
    """An array that goes in or comes out."""

    number: int
    shape: str  # with its layout
    name: str  # of the argument; empty if unknown, and for a result
    line: int  # of the HLO


@dataclass(frozen=True)
class EntryArrays:
    """All of them, in order."""

    takes: tuple[Array, ...]
    gives: tuple[Array, ...]
    written_over: dict[int, int]  # by the number of a parameter: the result that takes its place


def entry_arrays(text: str, module: HloModule) -> EntryArrays:
    """Read them from a module and its text."""
    lines = text.split("\n")
    inside = module.computations.get(module.entry, ())
    takes = sorted(_parameters(lines, inside), key=lambda one: one.number)
    root = next((one for one in inside if one.is_root), None)
    gives = [Array(place, shape, "", root.line) for place, shape in enumerate(_parts(root.shape))] if root else []
    head = next((line for line in lines[:1] if line.startswith("HloModule ")), "")
    written_over = {
        int(found["parameter"]): int(found["result"].partition(",")[0] or 0) for found in _ALIAS.finditer(head)
    }
    return EntryArrays(tuple(takes), tuple(gives), written_over)


def _parameters(lines: list[str], inside: tuple[Instruction, ...]) -> Iterator[Array]:
    for one in inside:
        found = _NUMBER.search(lines[one.line - 1]) if one.opcode == "parameter" else None
        if found:
            yield Array(int(found["number"]), one.shape, one.op_name, one.line)


def _parts(shape: str) -> list[str]:
    """The shapes of a tuple, or the shape itself."""
    if not shape.startswith("("):
        return [shape]
    shape = _COMMENT.sub("", shape)
    parts, depth, start = [], 0, 1
    for place, letter in enumerate(shape):
        depth += (letter in _OPENING) - (letter in _CLOSING)
        if (letter == "," and depth == 1) or (depth == 0 and place > 0):
            parts.append(shape[start:place].strip())
            start = place + 1
            if depth == 0:
                break
    return [part for part in parts if part]
