"""What is dispatched, read where it goes through a door: its name, and a form that is equal where one program serves.

The numbers inside of arrays do not belong to the form, nor does the value of a number of Python's; the values of
arguments that the program calls static do, and so do the parameters of a primitive.
"""

import sys
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from types import FrameType
from typing import NamedTuple

from chipward.capture.tracers.jax.foreign import Foreign

_BY_JIT = "_run_python_pjit"  # functions of JAX whose frames are read, here and below
_BY_TRACE = "process_primitive"
_BY_JAXPR = "_pjit_call_impl"  # a jitted function that was traced before, as transformations run it
_AHEAD = "call"
_JITTED = frozenset({"jit", "pjit"})
_FOR_PRIMITIVE = "_apply_primitive"


class Static(NamedTuple):
    """Which arguments of a function are static."""

    numbers: tuple[int, ...]
    names: tuple[str, ...]


_NONE = Static((), ())


@dataclass(frozen=True)
class Dispatched:
    """One dispatch."""

    name: str  # jit(matmul), sin
    what: Hashable  # the function's code, or the primitive
    args: tuple[Foreign, ...]
    named: Mapping[str, Foreign]  # keyword arguments, or parameters
    static: Static = _NONE
    runs: bool = True  # whether a program of its own runs; a primitive may be made of others

    def form(self) -> Hashable:
        """Equal for what the same program serves, as far as that can be told without JAX's caches."""
        args, named = self.args, self.named
        fixed: tuple[Hashable, ...] = ()
        if self.static is not _NONE:
            numbers, names = self.static
            given = len(args)
            at = {number % given for number in numbers if -given <= number < given}
            fixed = (
                *(_key(args[number]) for number in sorted(at)),
                *((name, _key(named[name])) for name in names if name in named),
            )
            args = tuple(value for number, value in enumerate(args) if number not in at)
            named = {name: value for name, value in named.items() if name not in names}
        leaves, tree = sys.modules["jax._src.tree_util"].tree_flatten((args, dict(named)))
        return (tree, *map(_leaf, leaves), *fixed)


class Bound(Dispatched):
    """A primitive, and its parameters."""

    def form(self) -> Hashable:
        """Equal for what the same program serves."""
        return (*map(_leaf, self.args), *((name, _key(value)) for name, value in self.named.items()))


INNER = Dispatched("a primitive's program", "", (), {})  # what a primitive runs, which was seen before


def of_frame(frame: FrameType) -> Dispatched | None:
    """Read the frame in which arguments are checked; None if it is no dispatch."""
    name, told = frame.f_code.co_name, frame.f_locals
    if name == _BY_TRACE and "primitive" in told:
        return _of_primitive(told["primitive"], told["args"], told["params"])
    if name == _BY_JIT and "fun" in told:
        function = told["fun"]
        if getattr(function, _FOR_PRIMITIVE, False):
            return INNER
        caller = frame.f_back.f_locals if frame.f_back is not None else {}
        return _of_function(function, told["args"], told["kwargs"], _static_of(caller.get("jit_info")))
    if name == _AHEAD and "self" in told:
        return _ahead(told["self"], told["args"], {})
    return None


def of_call(function: Foreign, args: tuple[Foreign, ...], kwargs: Foreign, caller: FrameType) -> Dispatched | None:
    """Read a call that C++ has answered; None where another door has seen it."""
    inner = getattr(function, "__wrapped__", None)
    if inner is None:
        owner: Foreign = caller.f_locals.get("self")
        if caller.f_code.co_name == _BY_JAXPR or not hasattr(owner, "_executable"):
            return None
        return _ahead(owner._executable, sys.modules["jax._src.tree_util"].tree_leaves((args, kwargs or {})), {})  # noqa: SLF001 -- no public door
    if getattr(inner, _FOR_PRIMITIVE, False):
        return INNER
    return _of_function(inner, args, kwargs or {}, _static_of(getattr(function, "_jit_info", None)))


def being_compiled(innermost: FrameType) -> Dispatched | None:
    """What is dispatched in the midst of a compilation: the first door on the way out. None if nothing is."""
    frame: FrameType | None = innermost
    while frame is not None:
        if frame.f_code.co_name in (_BY_JIT, _BY_TRACE):
            found = of_frame(frame)
            if found is not None and found is not INNER:
                return found
        frame = frame.f_back
    return None


def _of_primitive(primitive: Foreign, args: Foreign, params: Mapping[str, Foreign]) -> Dispatched:
    name = str(primitive.name)
    if name in _JITTED:
        jaxpr = params["jaxpr"]
        return Bound(f"jit({params['name']})", (name, params["name"], _key(_source_of(jaxpr))), tuple(args), {})
    implementation = getattr(primitive.impl, "func", None)
    is_alone = getattr(implementation, "__name__", None) == "apply_primitive"
    return Bound(name, name, tuple(args), params, runs=is_alone)


def _of_function(
    function: Foreign, args: tuple[Foreign, ...], kwargs: Mapping[str, Foreign], static: Static
) -> Dispatched:
    name = getattr(function, "__name__", None) or type(function).__name__
    return Dispatched(f"jit({name})", getattr(function, "__code__", name), args, kwargs, static)


def _ahead(executable: Foreign, args: Foreign, named: Mapping[str, Foreign]) -> Dispatched:
    said = str(getattr(executable.unsafe_call, "name", ""))
    name = said.removeprefix("jit(").removesuffix(")") if said.startswith("jit(") else said.removeprefix("jit_")
    return Bound(f"compiled({name})", ("ahead", name), tuple(args), named, runs=False)


def _static_of(info: Foreign) -> Static:
    numbers, names = getattr(info, "static_argnums", None), getattr(info, "static_argnames", None)
    return Static(tuple(numbers or ()), tuple(names or ())) if numbers or names else _NONE


def _source_of(jaxpr: Foreign) -> str:
    told = getattr(getattr(jaxpr, "jaxpr", jaxpr), "debug_info", None)
    return str(getattr(told, "func_src_info", ""))


def _leaf(value: Foreign) -> Hashable:
    aval = getattr(value, "aval", None)
    if aval is not None:
        return aval  # type: ignore[no-any-return]  # JAX makes a key of it too
    shape = getattr(value, "shape", None)
    if shape is None:
        return (type(value),)
    return type(value), str(getattr(value, "dtype", "")), tuple(shape)


def _key(value: Foreign) -> Hashable:
    # A parameter may be a function with what it closes over: its type stands for it, so that nothing is kept alive.
    if value is None or isinstance(value, bool | int | float | complex | str | bytes):
        return type(value), value
    if isinstance(value, tuple | list):
        return type(value), *map(_key, value)
    if isinstance(value, dict):
        return dict, *((name, _key(item)) for name, item in value.items())
    return type(value), getattr(value, "name", None) if isinstance(getattr(value, "name", None), str) else None
