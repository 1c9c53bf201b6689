"""What of JAX's interface stands between a line of the program and an equation, and what a function was called with.

Each equation keeps the stack that it was made in. The frames between the line and the equation are JAX's, and those
of jax.numpy and jax.lax are named as a program names them. Imports the standard library alone.
"""

import re
import sys
from itertools import groupby
from types import CodeType

from chipward.capture.tracers.jax.foreign import Foreign

# Where functions are written, and where a program finds them.
_PACKAGES = (
    ("/jax/_src/numpy/linalg.py", "jax.numpy.linalg"),
    ("/jax/_src/numpy/fft.py", "jax.numpy.fft"),
    ("/jax/_src/numpy/", "jax.numpy"),
    ("/jax/_src/lax/", "jax.lax"),
    ("/jax/_src/nn/", "jax.nn"),
    ("/jax/_src/random.py", "jax.random"),
)
_OPERATOR = re.compile(r"_operator_(?P<name>\w+)$")  # e.g. "_operator_matmul" in array_methods.py
_METHODS = "/jax/_src/numpy/array_methods.py"
_ARRAY = "jax.Array"
# From a rule on, e.g. "_integer_pow_jvp" or a lambda, JAX differentiates or batches: nothing of that was called.
_RULE = re.compile(r"_\w*(?:jvp|vjp|transpose|batch|linearize|partial_eval)\w*$|<lambda>$")
_CALLED = ("jaxpr", "call_jaxpr")  # parameters of an equation that calls a function
_SOURCE = re.compile(r"(?P<name>\S+) at (?P<file>.*):[0-9]{1,9}$", re.DOTALL)
_RULES_BEGIN = ""


class Interface:
    """Names the frames of stacks; each function of JAX once."""

    def __init__(self) -> None:
        self._names: dict[CodeType, str | None] = {}
        self._calls: dict[Foreign, tuple[str, ...]] = {}

    def calls(self, equation: Foreign) -> tuple[str, ...]:
        """The functions that led from the program's innermost line to an equation: jax.numpy.mean, jax.lax.div."""
        traceback = equation.source_info.traceback
        if traceback is None:
            return ()
        if traceback not in self._calls:
            self._calls[traceback] = self._read(traceback.raw_frames()[0])
        led, called = self._calls[traceback], _function_called(equation)
        return (*led, called) if called and called not in led else led

    def _read(self, codes: list[CodeType]) -> tuple[str, ...]:
        is_of_program = sys.modules["jax._src.source_info_util"].is_user_filename
        inner: list[str] = []
        for code in codes:  # innermost first
            if is_of_program(code.co_filename):
                return tuple(name for name, _ in groupby(reversed(inner)))
            name = self._name(code)
            if name == _RULES_BEGIN:
                inner.clear()
            elif name is not None:
                inner.append(name)
        return ()

    def _name(self, code: CodeType) -> str | None:
        if code not in self._names:
            self._names[code] = _public_name(code.co_filename.replace("\\", "/"), code.co_name)
        return self._names[code]


def _public_name(file: str, name: str) -> str | None:
    for folder, module in _PACKAGES:
        if folder in file:
            if file.endswith(_METHODS):
                found = _OPERATOR.match(name)
                return f"{_ARRAY}.__{found['name']}__" if found else _method(name)
            if _RULE.match(name):
                return _RULES_BEGIN
            return f"{module}.{name}" if not name.startswith("_") and hasattr(sys.modules.get(module), name) else None
    return None


def _function_called(equation: Foreign) -> str | None:
    """A function of JAX that an equation calls, as jax.nn.relu: it has left the stack that the equation keeps."""
    for name in _CALLED:
        called = equation.params.get(name)
        debug_info = getattr(getattr(called, "jaxpr", called), "debug_info", None)
        found = _SOURCE.match(str(getattr(debug_info, "func_src_info", "")))
        if found:
            public = _public_name(found["file"].replace("\\", "/"), found["name"])
            return public or None
    return None


def _method(name: str) -> str | None:
    array = getattr(sys.modules.get("jax"), "Array", None)
    bare = name.removeprefix("_")
    return f"{_ARRAY}.{bare}" if name != bare and hasattr(array, bare) else None


def arguments_of(closed: Foreign) -> list[tuple[str, str]]:
    """The arguments of a traced function, by the names that JAX keeps for messages, each with its type."""
    types = [str(one.str_short(short_dtypes=True)) for one in closed.in_avals]
    inner = closed.jaxpr if hasattr(closed, "jaxpr") else closed
    names = getattr(getattr(inner, "debug_info", None), "arg_names", None) or ()
    told = [str(name) if name else f"argument {place}" for place, name in enumerate(names)]
    if len(told) != len(types):
        told = [f"argument {place}" for place in range(len(types))]
    return list(zip(told, types, strict=True))
