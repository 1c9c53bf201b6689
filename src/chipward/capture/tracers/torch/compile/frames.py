"""Which Python function a compilation is of, and whether a cache answers for it, read from this thread's stack.

A wrapper around PyTorch's functions would tell the same, but would show in the stacks that PyTorch itself logs.
"""

import linecache
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType, FrameType, FunctionType, MethodType

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.owners import Owner, owner_of_file

_CACHE_ANSWERS = frozenset({"_log_cached_graphs", "cache_hit_post_compile"})  # of AOTAutograd's and of FX's cache
_LOADERS = frozenset({"load", "post_compile"})  # of what AOTAutograd's cache holds
_RESUMED = re.compile(r"^torch_dynamo_resume_in_(.+)_at_(\d+)$")
_WRAPPERS = "external_utils.py"
_DECORATORS = 50  # lines that may stand between a decorator and its function


@dataclass(frozen=True)
class FrameFacts:
    """The function that Dynamo compiles: its name, its file, the line it begins on."""

    name: str
    file: str
    line: int | None  # if a library wrote it: the line of the program that called it


def frame_facts(start: Foreign, strings: dict[int, str]) -> FrameFacts:
    """Read them from the compiler's own stack, else from the stack that the record of its start tells."""
    stack = start.get("stack") if isinstance(start, dict) else None
    called = [(strings.get(frame["filename"], ""), int(frame["line"])) for frame in stack or ()]
    code, wrapped = code_under_compilation()
    if code is not None and wrapped is not None:
        called = called or [(frame.f_code.co_filename, frame.f_lineno) for frame in reversed(list(_stack()))]
        own = [place for place in called if owner_of_file(place[0]) is Owner.PROGRAM]
        file, line = own[-1] if own else (code.co_filename, code.co_firstlineno)
        named = wrapped if isinstance(wrapped, FunctionType | MethodType) else type(wrapped)
        return FrameFacts(named.__qualname__, file, line)
    if code is not None:
        return FrameFacts(_name(code.co_qualname), code.co_filename, _first_line(code))
    if stack:
        last = stack[-1]
        return FrameFacts(_name(str(last["name"])), strings.get(last["filename"], ""), int(last["line"]))
    return FrameFacts("unnamed frame", "", None)


def code_under_compilation() -> tuple[CodeType | None, object]:
    """The code object that `torch._dynamo.convert_frame._compile` is working on, and what PyTorch wrapped it around.

    What a library brings (a `Sequential`) is compiled inside of a function of PyTorch that calls it as `fn`.
    """
    for frame in _stack():
        if frame.f_code.co_name == "_compile" and frame.f_globals.get("__name__") == "torch._dynamo.convert_frame":
            code, cells = frame.f_locals.get("code"), frame.f_locals.get("closure")
            if not isinstance(code, CodeType):
                return None, None
            inside = dict(zip(code.co_freevars, cells or (), strict=False))
            is_wrapper = code.co_filename.endswith(_WRAPPERS) and "fn" in inside
            return code, inside["fn"].cell_contents if is_wrapper else None
    return None, None


def cache_answers() -> bool:
    """Whether a cache hands over what PyTorch is reporting now."""
    return any(frame.f_code.co_name in _CACHE_ANSWERS for frame in _stack())


def direction_loaded() -> str | None:
    """Forward or backward: which graph AOTAutograd is loading from its cache, None if it is loading none."""
    for frame in _stack():
        if frame.f_code.co_name in _LOADERS and "self" in frame.f_code.co_varnames:
            loaded = type(frame.f_locals.get("self")).__name__
            if loaded.endswith("CompiledBackward"):
                return "backward"
            if loaded.endswith("CompiledForward"):
                return "forward"
    return None


def _stack() -> Iterator[FrameType]:
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - Python's own way to look at the stack
    while frame is not None:
        yield frame
        frame = frame.f_back


def _name(name: str) -> str:
    resumed = _RESUMED.match(name)
    return f"{resumed[1]}, resumed at line {resumed[2]}" if resumed else name


def _first_line(code: CodeType) -> int:
    """The line of the `def`: a code object begins at its first decorator."""
    first = code.co_firstlineno
    if linecache.getline(code.co_filename, first).lstrip().startswith("@"):
        for line in range(first + 1, first + _DECORATORS):
            if linecache.getline(code.co_filename, line).lstrip().startswith(("def ", "async def ")):
                return line
    return first
