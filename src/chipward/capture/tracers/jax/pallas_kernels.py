"""The Pallas kernels of a jaxpr, as they are lowered once more.

On the CPU, Pallas can only interpret a kernel, so a program that runs there asks for that. For a TPU or a GPU the same
kernel is compiled. With `debug=True` Pallas prints a kernel wherever it is lowered; the program has seen it once, and
does not see it again. Imports the standard library alone.
"""

from collections.abc import Iterable

from chipward.capture.tracers.jax.foreign import Foreign

_CALL, _INTERPRETED, _PRINTED = "pallas_call", "interpret", "debug"


def compiled_kernels(closed: Foreign) -> Foreign:
    """The same jaxpr whose kernels are compiled, in silence, not interpreted; the very same one if it has none such."""
    return _without(closed, _INTERPRETED, _PRINTED)


def silent_kernels(closed: Foreign) -> Foreign:
    """The same jaxpr whose kernels are not printed; the very same one if none is."""
    return _without(closed, _PRINTED)


def _without(closed: Foreign, *wishes: str) -> Foreign:
    return _Copying(type(closed), type(closed.jaxpr), wishes).visit(closed)


class _Copying:
    def __init__(self, closed: type, bare: type, wishes: Iterable[str]) -> None:
        self._kinds = (closed, bare)
        self._wishes = tuple(wishes)
        self._copies: dict[int, tuple[Foreign, Foreign]] = {}  # by the id of the original, which is kept alive with it

    def visit(self, value: Foreign) -> Foreign:
        if isinstance(value, self._kinds):
            if id(value) not in self._copies:
                self._copies[id(value)] = self._copied(value), value
            return self._copies[id(value)][0]
        if isinstance(value, tuple | list) and not hasattr(value, "_fields"):
            items = [self.visit(item) for item in value]
            return value if all(one is other for one, other in zip(items, value, strict=True)) else type(value)(items)
        return value

    def _copied(self, jaxpr: Foreign) -> Foreign:
        inner = jaxpr.jaxpr if hasattr(jaxpr, "jaxpr") else jaxpr
        if inner is not jaxpr:
            copy = self.visit(inner)
            return jaxpr if copy is inner else jaxpr.replace(jaxpr=copy)
        equations = [self._equation(equation) for equation in jaxpr.eqns]
        same = all(one is other for one, other in zip(equations, jaxpr.eqns, strict=True))
        return jaxpr if same else jaxpr.replace(eqns=equations)

    def _equation(self, equation: Foreign) -> Foreign:
        if str(equation.primitive.name) == _CALL:
            off = {wish: False for wish in self._wishes if equation.params.get(wish)}
            return equation.replace(params={**equation.params, **off}) if off else equation
        params = {name: self.visit(value) for name, value in equation.params.items()}
        if all(params[name] is value for name, value in equation.params.items()):
            return equation
        return equation.replace(params=params)
