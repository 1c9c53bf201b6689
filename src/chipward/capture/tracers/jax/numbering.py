"""Numbers the equations of a jaxpr, at every depth, and makes copies of it that carry the numbers.

A copy differs in the source information of its equations alone, which is metadata. A jaxpr that is used twice is
numbered once, and is one jaxpr in the copy too: JAX lowers such a helper to one function.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from chipward.artifacts.xla.tags import tag
from chipward.capture.tracers.jax.foreign import Foreign

# Lowered to a call of one function, whoever calls: another name stack at each call would make several of them.
_CALLS = frozenset({"jit", "pjit", "closed_call", "core_call", "custom_jvp_call", "custom_vjp_call"})
_OPAQUE = "pallas_call"  # what stands inside of it is lowered by compilers of its own


class Numbered(NamedTuple):
    """An equation with its number, which is its place in the list of them."""

    equation: Foreign
    depth: int

    @property
    def calls(self) -> bool:
        """Whether it is a call, which gets no tag."""
        return str(self.equation.primitive.name) in _CALLS


@dataclass(frozen=True)
class Copy:
    """A copy of a closed jaxpr, and the equations of the original."""

    jaxpr: Foreign
    equations: tuple[Numbered, ...]


def tagged(closed: Foreign) -> Copy:
    """A copy whose equations have a tag each, as the innermost name of their name stack."""

    def change(number: int, equation: Foreign) -> Foreign:
        source = equation.source_info
        if str(equation.primitive.name) in _CALLS:
            return source
        return source.replace(name_stack=source.name_stack.extend(tag(number)))

    return _copy(closed, change)


def marked(closed: Foreign) -> Copy:
    """A copy for printing, whose equations have their numbers where their tracebacks were."""
    return _copy(closed, lambda number, equation: equation.source_info.replace(traceback=number))


def _copy(closed: Foreign, change: Callable[[int, Foreign], Foreign]) -> Copy:
    copying = _Copying(type(closed), type(closed.jaxpr), change)
    return Copy(copying.visit(closed, 0), tuple(copying.equations))


class _Copying:
    def __init__(self, closed: type, bare: type, change: Callable[[int, Foreign], Foreign]) -> None:
        self._kinds = (closed, bare)
        self._change = change
        self._copies: dict[int, tuple[Foreign, Foreign]] = {}  # by the id of the original, which is kept alive with it
        self.equations: list[Numbered] = []

    def visit(self, value: Foreign, depth: int) -> Foreign:
        if isinstance(value, self._kinds):
            if id(value) not in self._copies:
                inner = value.jaxpr if hasattr(value, "jaxpr") else value  # newer versions have one class for both
                is_closed = inner is not value
                copy = self._closed(value, depth) if is_closed else self._bare(value, depth)
                self._copies[id(value)] = copy, value
            return self._copies[id(value)][0]
        if isinstance(value, tuple | list) and not hasattr(value, "_fields"):
            return type(value)(self.visit(item, depth) for item in value)
        return value

    def _closed(self, closed: Foreign, depth: int) -> Foreign:
        return closed.replace(jaxpr=self.visit(closed.jaxpr, depth))

    def _bare(self, jaxpr: Foreign, depth: int) -> Foreign:
        equations = []
        for equation in jaxpr.eqns:
            number = len(self.equations)
            self.equations.append(Numbered(equation, depth))
            params = equation.params
            if str(equation.primitive.name) != _OPAQUE:
                params = {key: self.visit(value, depth + 1) for key, value in params.items()}
            equations.append(equation.replace(params=params, source_info=self._change(number, equation)))
        return jaxpr.replace(eqns=equations)
