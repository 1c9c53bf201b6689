"""The form of what an operation is given: equal where the same program serves, as far as JAX's caches let on.

The numbers inside of arrays do not belong to it, nor does the value of a number of Python's; the values of arguments
that the program calls static do, and so do the parameters of a primitive.
"""

import sys
from collections.abc import Hashable, Mapping, Sequence

from chipward.capture.tracers.jax.dispatch.operations import Operation
from chipward.capture.tracers.jax.foreign import Foreign

_SCALARS = frozenset({bool, int, float, complex})
_VALUES = (bool, int, float, complex, str, bytes)


def form_of(operation: Operation, args: Sequence[Foreign], named: Mapping[str, Foreign]) -> Hashable:
    """A key; raises TypeError where the program's own types have no hash."""
    if operation.is_primitive:
        return *map(_leaf, args), *((name, _value(value)) for name, value in named.items())
    if not operation.static_numbers and not operation.static_names:
        return _dynamic(args, named)
    at = static_among(operation, len(args))
    names = [name for name in operation.static_names if name in named]
    dynamic = _dynamic(
        [value for number, value in enumerate(args) if number not in at],
        {name: value for name, value in named.items() if name not in names},
    )
    return dynamic, *(_value(args[number]) for number in sorted(at)), *((name, _value(named[name])) for name in names)


def static_among(operation: Operation, given: int) -> set[int]:
    """Which of so many arguments are static."""
    return {number % given for number in operation.static_numbers if -given <= number < given}


def _dynamic(args: Sequence[Foreign], named: Mapping[str, Foreign]) -> Hashable:
    if not named:
        leaves = []
        for value in args:  # most calls have arrays and numbers alone, and this is hot
            aval = getattr(value, "aval", None)
            if aval is None:
                if type(value) not in _SCALARS:
                    break
                aval = type(value)
            leaves.append(aval)
        else:
            return tuple(leaves)
    flat, tree = sys.modules["jax._src.tree_util"].tree_flatten((tuple(args), dict(named)))
    return tree, *map(_leaf, flat)


def _leaf(value: Foreign) -> Hashable:
    aval: Hashable = getattr(value, "aval", None)
    if aval is not None:
        return aval  # JAX makes a key of it too
    shape = getattr(value, "shape", None)
    if shape is None:
        return (type(value),)
    return type(value), str(getattr(value, "dtype", "")), tuple(shape)


def _value(value: Foreign) -> Hashable:
    # A parameter may be a function with what it closes over: its type stands for it, so that nothing is kept alive.
    if value is None or isinstance(value, _VALUES):
        return type(value), value
    if isinstance(value, tuple | list):
        return type(value), *map(_value, value)
    if isinstance(value, dict):
        return dict, *((name, _value(item)) for name, item in value.items())
    name = getattr(value, "name", None)
    return type(value), name if isinstance(name, str) else None
