"""Keeps torch.compile away from the functions that run while the program's code does.

TorchDynamo looks at every frame of Python that starts on a thread it serves, ours included.
"""

import sys
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType

from chipward.capture.tracers.torch.eager.inside import frame_compiler

_PACKAGE = __name__.partition(".")[0] + "."


def keep_uncompiled() -> None:
    """Have all functions of chipward run as they are."""
    for code in _all_code():
        if hasattr(frame_compiler, "set_code_exec_strategy"):
            action = frame_compiler._FrameAction  # noqa: SLF001 -- no other door
            strategy = frame_compiler._FrameExecStrategy(action.SKIP, action.DEFAULT)  # noqa: SLF001
            frame_compiler.set_code_exec_strategy(code, strategy)
        elif hasattr(frame_compiler, "skip_code"):  # until PyTorch 2.6
            frame_compiler.skip_code(code)


def _all_code() -> Iterator[CodeType]:
    for name, module in tuple(sys.modules.items()):
        if name.startswith(_PACKAGE):
            for function in _functions(module):
                yield from _nested(function.__code__)


def _functions(owner: ModuleType | type) -> Iterator[FunctionType]:
    for value in tuple(vars(owner).values()):
        if isinstance(value, property):
            value = value.fget  # noqa: PLW2901 -- the function inside
        elif isinstance(value, classmethod | staticmethod):
            value = value.__func__  # noqa: PLW2901 -- likewise
        if isinstance(value, FunctionType) and value.__module__.startswith(_PACKAGE):
            yield value
        elif isinstance(value, type) and value.__module__.startswith(_PACKAGE) and value is not owner:
            yield from _functions(value)


def _nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _nested(constant)
