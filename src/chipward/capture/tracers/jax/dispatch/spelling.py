"""Spells the arguments of a dispatch as JAX spells them: `f32[32,8]`, `{"b": f32[4], "w": f32[8,4]}`."""

import sys
from collections.abc import Iterator, Mapping

from chipward.capture.memory import without_addresses
from chipward.capture.tracers.jax.dispatch.dispatched import Dispatched
from chipward.capture.tracers.jax.dispatch.forms import static_among
from chipward.capture.tracers.jax.foreign import Foreign

_MOST = 8  # items of a list or a dictionary
_LONGEST = 60  # characters of a value
_DEEPEST = 4  # lists in lists
_SCALARS = (bool, int, float, complex)


def spell_arguments(dispatched: Dispatched) -> str:
    """All arguments, those that JAX does not know by name first."""
    return ", ".join(_arguments(dispatched))


def _arguments(dispatched: Dispatched) -> Iterator[str]:
    operation = dispatched.operation
    at = static_among(operation, len(dispatched.args))
    for number, value in enumerate(dispatched.args):
        yield _value(value) if number in at else spell(value)
    for name, value in dispatched.named.items():
        if value is None:
            continue
        by_value = operation.is_primitive or name in operation.static_names
        yield f"{name}={_value(value) if by_value else spell(value)}"


def spell(value: Foreign, depth: int = 0) -> str:
    """One value, by its type and its shape: the numbers in it are the program's own."""
    aval = getattr(value, "aval", None)
    short = getattr(aval, "str_short", None)
    if short is not None:
        return str(short(short_dtypes=True))
    if getattr(value, "shape", None) is not None and hasattr(value, "dtype"):
        return _array(value)
    if value is None or isinstance(value, _SCALARS):
        return type(value).__name__ if value is not None else "None"
    if depth < _DEEPEST and isinstance(value, list | tuple) and len(value):
        return _items((spell(item, depth + 1) for item in value[:_MOST]), len(value), value)
    if depth < _DEEPEST and isinstance(value, dict):
        return _entries(value, depth)
    return _tree(value)


def _array(value: Foreign) -> str:
    short = sys.modules["jax._src.dtypes"].short_dtype_name
    return f"{short(value.dtype)}[{','.join(map(str, value.shape))}]"


def _items(items: Iterator[str], count: int, value: Foreign) -> str:
    more = [f"… {count - _MOST} more"] if count > _MOST else []
    inside = ", ".join([*items, *more])
    return f"[{inside}]" if isinstance(value, list) else f"({inside})"


def _entries(value: Mapping[Foreign, Foreign], depth: int) -> str:
    names = list(value)
    entries = [f"{_value(name)}: {spell(value[name], depth + 1)}" for name in names[:_MOST]]
    more = [f"… {len(names) - _MOST} more"] if len(names) > _MOST else []
    return "{" + ", ".join([*entries, *more]) + "}"


def _tree(value: Foreign) -> str:
    leaves = len(sys.modules["jax._src.tree_util"].tree_leaves(value))
    kind = type(value).__qualname__
    return f"<{kind} of {leaves} {'leaf' if leaves == 1 else 'leaves'}>" if leaves != 1 else f"<{kind}>"


def _value(value: Foreign) -> str:
    # What belongs to the form by its value: of one line, not too long, and the same in every run.
    if isinstance(value, tuple | list | str | bool | int | float | complex):
        said = without_addresses(repr(value))
        return said if len(said) <= _LONGEST and "\n" not in said else f"{said[:_LONGEST].partition(chr(10))[0]}…"
    name = getattr(value, "name", None)
    return name if isinstance(name, str) else f"<{type(value).__qualname__}>"
