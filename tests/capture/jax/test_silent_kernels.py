"""What is lowered once more prints nothing, and only what has to be is a copy."""

from importlib import import_module

import pytest

from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.pallas_kernels import compiled_kernels, silent_kernels

pytest.importorskip("jax")


def jaxpr(*, debug: bool, interpret: bool) -> Foreign:
    jax: Foreign = import_module("jax")
    pallas: Foreign = import_module("jax.experimental.pallas")
    shape = jax.ShapeDtypeStruct((8, 128), "float32")

    def kernel(read: Foreign, written: Foreign) -> None:
        written[...] = read[...] * 2

    def inner(x: Foreign) -> Foreign:
        return pallas.pallas_call(kernel, out_shape=shape, debug=debug, interpret=interpret)(x)

    return jax.make_jaxpr(jax.jit(inner))(shape)


def wishes(closed: Foreign) -> tuple[bool, bool]:
    (call,) = closed.jaxpr.eqns
    (kernel,) = call.params["jaxpr"].jaxpr.eqns
    return bool(kernel.params["debug"]), bool(kernel.params["interpret"])


def test_a_kernel_is_not_printed_again() -> None:
    printed = jaxpr(debug=True, interpret=True)

    assert wishes(silent_kernels(printed)) == (False, True)
    assert wishes(compiled_kernels(printed)) == (False, False)
    assert wishes(printed) == (True, True)


def test_a_jaxpr_that_asks_for_neither_is_itself() -> None:
    calm = jaxpr(debug=False, interpret=False)

    assert silent_kernels(calm) is calm
    assert compiled_kernels(calm) is calm
