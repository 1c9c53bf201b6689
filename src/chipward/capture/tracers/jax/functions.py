"""Which function a jaxpr is of: its name, its file and line, and whether it is one of JAX's own operations."""

import linecache
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from chipward.capture.tracers.jax.foreign import Foreign

_SOURCE = re.compile(r"(?P<name>\S+)(?: at (?P<file>.*):(?P<line>\d{1,9}))?$", re.DOTALL)
_DECORATORS = 50  # lines that may stand between a decorator and its function
_MODULE = re.compile(r"\w+\((?P<inside>.*)\)$", re.DOTALL)


@dataclass(frozen=True)
class Function:
    """A function that JAX traced."""

    name: str
    file: str | None
    line: int | None
    is_operation: bool  # defined by JAX: what one operation without jit becomes

    @property
    def place(self) -> tuple[str, int] | None:
        """Where it begins, if that is code of the program or of a library."""
        if self.file is None or self.line is None or self.is_operation:
            return None
        return self.file, _line_of_def(self.file, self.line)


def function_of(module_name: str, jaxpr: Foreign) -> Function:
    """Read it from what JAX keeps for its messages."""
    inner = getattr(jaxpr, "jaxpr", jaxpr)
    told = getattr(inner, "_debug_info", None) or getattr(inner, "debug_info", None)
    found = _SOURCE.match(str(getattr(told, "func_src_info", "")))
    wrapped = _MODULE.match(module_name)
    name = wrapped["inside"] if wrapped else module_name
    file = found["file"] if found else None
    line = int(found["line"]) if found and found["line"] else None
    return Function(name or "unnamed function", file, line, file is not None and file.startswith(_jax_folder()))


def _line_of_def(file: str, first: int) -> int:
    # A code object begins at its first decorator.
    if linecache.getline(file, first).lstrip().startswith("@"):
        for line in range(first + 1, first + _DECORATORS):
            if linecache.getline(file, line).lstrip().startswith(("def ", "async def ")):
                return line
    return first


def _jax_folder() -> str:
    file = getattr(sys.modules.get("jax"), "__file__", None)
    return f"{Path(file).parent}{os.sep}" if file else "jax has no folder"
