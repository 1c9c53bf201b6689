"""Which product a transpose of a jaxpr turns. Imports the standard library alone."""

from chipward.capture.tracers.jax.foreign import Foreign

_TRANSPOSE, _PRODUCTS = "transpose", frozenset({"dot_general", "conv_general_dilated"})


class Turning:
    """Follows the equations of a jaxpr in order."""

    def __init__(self) -> None:
        self._products: dict[int, int] = {}  # numbers of equations, by the ids of the variables that they bind

    def of(self, number: int, equation: Foreign) -> int | None:
        """The number of the product that this equation transposes; None for every other equation."""
        name = str(equation.primitive.name)
        if name in _PRODUCTS:
            self._products.update((id(bound), number) for bound in equation.outvars)
        return self._products.get(id(equation.invars[0])) if name == _TRANSPOSE else None
