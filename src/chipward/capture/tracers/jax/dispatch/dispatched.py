"""What is dispatched, read where it goes through a door."""

import sys
from collections.abc import Hashable, Mapping, Sequence
from types import FrameType
from typing import NamedTuple

from chipward.capture.tracers.jax.dispatch.forms import form_of
from chipward.capture.tracers.jax.dispatch.frames import Owner, owner_of
from chipward.capture.tracers.jax.dispatch.operations import INNER, Functions, Operation, ahead_of, primitive_of
from chipward.capture.tracers.jax.foreign import Foreign

_BY_JIT = "_run_python_pjit"  # functions of JAX whose frames are read, here and below
_BY_TRACE = "process_primitive"
_BY_JAXPR = "_pjit_call_impl"  # a jitted function that was traced before, as transformations run it
_AHEAD = "call"
_NOTHING: Mapping[str, Foreign] = {}


class Dispatched(NamedTuple):
    """One dispatch."""

    operation: Operation
    args: Sequence[Foreign]
    named: Mapping[str, Foreign]  # keyword arguments, or the parameters of a primitive

    def form(self) -> Hashable:
        """The form of what is given; None where the program's own types have no hash."""
        try:
            form = form_of(self.operation, self.args, self.named)
            hash(form)
        except TypeError:
            return None
        return form


class Reading:
    """Reads the doors."""

    def __init__(self) -> None:
        self._functions = Functions()

    def frame(self, frame: FrameType) -> Dispatched | None:
        """Read the frame in which arguments are checked; None if it is no dispatch."""
        name, told = frame.f_code.co_name, frame.f_locals
        if name == _BY_TRACE and "primitive" in told:
            primitive, params = told["primitive"], told["params"]
            operation = primitive_of(primitive, params)
            return Dispatched(operation, told["args"], params if operation.is_primitive else _NOTHING)
        if name == _BY_JIT and "fun" in told:
            caller = frame.f_back.f_locals if frame.f_back is not None else {}
            operation = self._functions.operation(told["fun"], caller.get("jit_info"))
            return Dispatched(operation, told["args"], told["kwargs"])
        if name == _AHEAD and "self" in told:
            return Dispatched(ahead_of(told["self"]), told["args"], _NOTHING)
        return None

    def call(
        self, function: Foreign, args: tuple[Foreign, ...], kwargs: Mapping[str, Foreign] | None, caller: FrameType
    ) -> Dispatched | None:
        """Read a call that C++ has answered; None where another door has seen it."""
        inner = getattr(function, "__wrapped__", None)
        if inner is not None:
            operation = self._functions.operation(inner, getattr(function, "_jit_info", None))
            return Dispatched(operation, args, kwargs or _NOTHING)
        if caller.f_code.co_name == _BY_JAXPR:
            return None
        executable = getattr(caller.f_locals.get("self"), "_executable", None)
        if executable is None:
            return None
        flat = sys.modules["jax._src.tree_util"].tree_leaves((args, kwargs or {}))
        return Dispatched(ahead_of(executable), flat, _NOTHING)

    def being_compiled(self, innermost: FrameType) -> Dispatched | None:
        """What is dispatched in the midst of a compilation: the first door on the way out. None if nothing is."""
        frame: FrameType | None = innermost
        while frame is not None:
            code = frame.f_code
            if code.co_name in (_BY_JIT, _BY_TRACE) and owner_of(code) is Owner.JAX:
                found = self.frame(frame)
                if found is not None and found.operation is not INNER:
                    return found
            frame = frame.f_back
        return None
