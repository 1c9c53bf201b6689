"""One line of HLO text, taken apart from left to right.

ROOT %add.10 = f32[3]{0:T(8)} add(%tanh.0, %add.11), calls=%fused, metadata={op_name="jit(f)/add" stack_frame_id=9}
"""

import re
from typing import NamedTuple

_NAME = re.compile(r"\s+(?P<root>ROOT )?%?(?P<name>[\w.\-]+) = ")
_OPCODE = re.compile(r"([a-z][\w\-]*)\(")
_CALLED = re.compile(
    r"\b(?:calls|body|condition|to_apply|select|scatter|true_computation|false_computation)=%?([\w.\-]+)"
    r"|\b(?:branch_computations|called_computations|calls)=\{([^{}]*)\}"
)
_QUOTED = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')
_OP_NAME = re.compile(r'\bop_name=("[^"\\]*(?:\\.[^"\\]*)*")')
_FRAME = re.compile(r"\bstack_frame_id=(\d{1,9})\b")
_INLINE_FILE = re.compile(r'\bsource_file="([^"]*)"')
_INLINE_LINE = re.compile(r"\bsource_line=(\d{1,9})\b")
_TARGET = re.compile(r'\bcustom_call_target="([^"]*)"')
_OPERAND = re.compile(r"%([\w.\-]+)")
_ESCAPED = re.compile(r"\\(.)")
_BRACKETS = re.compile(r"[()]")


class Parts(NamedTuple):
    """What one line of an instruction says."""

    name: str
    opcode: str
    shape: str
    is_root: bool
    operands: tuple[str, ...]
    calls: tuple[str, ...]
    op_name: str
    frame: int  # the id of its innermost stack frame; 0 if it names none
    inline_place: tuple[str, int] | None  # where older XLA writes the place into the line itself
    custom_call_target: str


def instruction(line: str) -> Parts | None:
    """Take a line apart; None if it is no instruction."""
    head = _NAME.match(line)
    if head is None:
        return None
    shape_end = _end_of_shape(line, head.end())
    opcode = _OPCODE.match(line, shape_end + 1)
    if opcode is None:
        return None
    operands_end = _closing(line, opcode.end() - 1)
    rest = line[operands_end + 1 :]
    bare = _QUOTED.sub('""', rest)
    op_name, file, number = _OP_NAME.search(rest), _INLINE_FILE.search(rest), _INLINE_LINE.search(bare)
    frame, target = _FRAME.search(bare), _TARGET.search(rest)
    return Parts(
        head["name"],
        opcode[1],
        line[head.end() : shape_end],
        head["root"] is not None,
        tuple(_OPERAND.findall(line, opcode.end(), operands_end)),
        tuple(_called(bare)),
        _ESCAPED.sub(r"\1", op_name[1][1:-1]) if op_name else "",
        int(frame[1]) if frame else 0,
        (file[1], int(number[1])) if file and number else None,
        target[1] if target else "",
    )


def _end_of_shape(line: str, start: int) -> int:
    if line.startswith("(", start):  # of a tuple: its parts stand in brackets, with spaces between
        return _closing(line, start) + 1
    end = line.find(" ", start)
    return end if end >= 0 else len(line)


def _closing(line: str, start: int) -> int:
    # Where the bracket that opens at `start` closes; the last character of the line if nowhere.
    depth = 0
    for bracket in _BRACKETS.finditer(line, start):
        depth += 1 if bracket[0] == "(" else -1
        if not depth:
            return bracket.start()
    return len(line) - 1


def _called(bare: str) -> dict[str, None]:
    found: dict[str, None] = {}
    for one, several in _CALLED.findall(bare):
        for name in [one] if one else several.split(","):
            found[name.strip().removeprefix("%")] = None
    found.pop("", None)
    return found
