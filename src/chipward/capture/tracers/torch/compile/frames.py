"""Which Python function a compilation is of."""

import sys
from dataclasses import dataclass
from types import CodeType
from typing import Any


@dataclass(frozen=True)
class FrameFacts:
    """The function that Dynamo compiles: its name, its file, the line it begins on."""

    name: str
    file: str
    line: int | None


def frame_facts(start: Any, strings: dict[int, str]) -> FrameFacts:
    """Read them from the compiler's own stack, else from the stack that the record of its start tells."""
    code = code_under_compilation()
    if code is not None:
        return FrameFacts(code.co_qualname, code.co_filename, code.co_firstlineno)
    stack = start.get("stack") if isinstance(start, dict) else None
    if stack:
        last = stack[-1]
        return FrameFacts(str(last["name"]), strings.get(last["filename"], ""), int(last["line"]))
    return FrameFacts("unnamed frame", "", None)


def code_under_compilation() -> CodeType | None:
    """The code object that `torch._dynamo.convert_frame._compile` is working on, further up in this thread's stack."""
    frame = sys._getframe()  # noqa: SLF001 - a wrapper around `_compile` would show in the stacks that PyTorch logs
    while frame is not None:
        if frame.f_code.co_name == "_compile" and frame.f_globals.get("__name__") == "torch._dynamo.convert_frame":
            code = frame.f_locals.get("code")
            return code if isinstance(code, CodeType) else None
        frame = frame.f_back
    return None
