"""The functions that a module of LLVM IR defines."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from chipward.artifacts.gpu_code.llvm import code_of

# e.g. "define noalias noundef ptr @multiply_negate_fusion(ptr nofree readonly captures(none) %0) #0 {"
_DEFINITION = re.compile(r'define (?P<words>[^@"]{0,2000})@(?:"(?P<quoted>[^"]*)"|(?P<name>[\w.$-]+))\(')


class LlvmFunction(NamedTuple):
    """A function: its name, whether other modules see it, the line of its heading, and those of its instructions."""

    name: str
    is_internal: bool
    heading: int
    lines: tuple[int, ...]


def functions_of(text: str) -> tuple[LlvmFunction, ...]:
    """The functions of a module, in the order of the text."""
    lines = text.split("\n")
    return tuple(_functions(lines))


def _functions(lines: Sequence[str]) -> Iterator[LlvmFunction]:
    heading, code = 0, list[int]()
    for one in code_of(lines):
        if not one.is_heading:
            code.append(one.line)
            continue
        if heading:
            yield _function(lines, heading, code)
        heading, code = one.line, []
    if heading:
        yield _function(lines, heading, code)


def _function(lines: Sequence[str], heading: int, code: Sequence[int]) -> LlvmFunction:
    found = _DEFINITION.match(lines[heading - 1])
    name = (found["quoted"] or found["name"] or "") if found else ""
    is_internal = found is not None and bool({"internal", "private"} & set(found["words"].split()))
    return LlvmFunction(name, is_internal, heading, tuple(code))
