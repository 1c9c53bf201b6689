"""The Pallas kernels of a jaxpr, as a target compiles them.

On the CPU, Pallas can only interpret a kernel, so a program that runs there asks for that. For a TPU or a GPU the same
kernel is compiled. Imports the standard library alone.
"""

from chipward.capture.tracers.jax.foreign import Foreign

_CALL, _INTERPRETED = "pallas_call", "interpret"


def compiled_kernels(closed: Foreign) -> Foreign:
    """The same jaxpr whose kernels are compiled rather than interpreted; the very same one if it has none such."""
    return _Copying(type(closed), type(closed.jaxpr)).visit(closed)


class _Copying:
    def __init__(self, closed: type, bare: type) -> None:
        self._kinds = (closed, bare)
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
            is_interpreted = bool(equation.params.get(_INTERPRETED))
            return equation.replace(params={**equation.params, _INTERPRETED: False}) if is_interpreted else equation
        params = {name: self.visit(value) for name, value in equation.params.items()}
        if all(params[name] is value for name, value in equation.params.items()):
            return equation
        return equation.replace(params=params)
