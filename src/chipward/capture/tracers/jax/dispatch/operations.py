"""What can be dispatched: a jitted function, a primitive, a function that was compiled ahead of its calls."""

import weakref
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import partial

from chipward.capture.tracers.jax.foreign import Foreign

_JITTED = frozenset({"jit", "pjit"})
_APPLIES = "apply_primitive"  # how JAX runs a primitive as a program of its own


@dataclass(frozen=True)
class Operation:
    """One of them."""

    name: str  # jit(matmul), sin, compiled(step)
    what: Hashable  # tells it apart from its namesakes
    static_numbers: tuple[int, ...] = ()  # of arguments whose values belong to the form
    static_names: tuple[str, ...] = ()
    is_primitive: bool = False  # what it is given by name are parameters then, not arrays
    runs: bool = True  # whether it is a program of its own; a primitive may be made of others


INNER = Operation("a primitive's program", None)  # what a primitive runs, which was seen before it


class Functions:
    """The operations that jitted functions are, each read once for as long as the function is there."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[weakref.ref[Foreign], Operation]] = {}

    def operation(self, function: Foreign, info: Foreign) -> Operation:
        """Read a function of Python, with what JAX keeps of how it is jitted."""
        known = self._known.get(id(function))
        if known is not None and known[0]() is function:
            return known[1]
        operation = _of_function(function, info)
        try:
            gone = weakref.ref(function, partial(_forget, self._known, id(function)))
        except TypeError:  # it cannot be told when it is gone
            return operation
        self._known[id(function)] = gone, operation
        return operation


def primitive_of(primitive: Foreign, params: Mapping[str, Foreign]) -> Operation:
    """Read a primitive. A jitted function is one too, where JAX runs what it has traced."""
    name = str(primitive.name)
    if name in _JITTED:
        return Operation(f"jit({params['name']})", (name, params["name"], _source_of(params["jaxpr"])))
    runs = getattr(getattr(primitive.impl, "func", None), "__name__", None) == _APPLIES
    return Operation(name, name, is_primitive=True, runs=runs)


def ahead_of(executable: Foreign) -> Operation:
    """Read an executable that the program holds in its hands."""
    said = str(getattr(executable.unsafe_call, "name", ""))
    name = said.removeprefix("jit(").removesuffix(")") if said.startswith("jit(") else said.removeprefix("jit_")
    return Operation(f"compiled({name})", ("ahead", name), runs=False)


def _of_function(function: Foreign, info: Foreign) -> Operation:
    if getattr(function, f"_{_APPLIES}", False):
        return INNER
    name = getattr(function, "__name__", None) or type(function).__name__
    numbers, names = getattr(info, "static_argnums", None), getattr(info, "static_argnames", None)
    return Operation(f"jit({name})", getattr(function, "__code__", name), tuple(numbers or ()), tuple(names or ()))


def _source_of(jaxpr: Foreign) -> str:
    told = getattr(getattr(jaxpr, "jaxpr", jaxpr), "debug_info", None)
    return str(getattr(told, "func_src_info", ""))


def _forget(known: dict[int, tuple[weakref.ref[Foreign], Operation]], number: int, gone: Foreign) -> None:
    found = known.get(number)
    if found is not None and found[0] is gone:
        del known[number]
