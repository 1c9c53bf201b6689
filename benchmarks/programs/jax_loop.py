"""Runs a loop that JAX has compiled everything for; prints the seconds that took.

`steps`: training steps under jax.jit. `operations`: operations without jit.
"""

import sys
from collections.abc import Callable
from time import perf_counter

import jax
import jax.numpy as jnp
from jax_models import MODELS  # type: ignore[import-not-found]  # a neighbour of the script


def main(what: str, count: str) -> None:
    """Measure the loop after a warm-up of ten."""
    turn = {"steps": steps, "operations": operations}[what]()
    for _ in range(10):
        turn()
    started = perf_counter()
    for _ in range(int(count)):
        last = turn()
    for value in jax.tree.leaves(last):
        value.block_until_ready()
    print(perf_counter() - started)


def steps() -> Callable[[], object]:
    """A training step of the MLP."""
    loss, parameters, batch = MODELS["mlp"]()

    @jax.jit
    def step(parameters: object, batch: object) -> object:
        gradients = jax.grad(loss)(parameters, batch)
        return jax.tree.map(lambda value, slope: value - jnp.float32(0.1) * slope, parameters, gradients)

    return lambda: step(parameters, batch)


def operations() -> Callable[[], object]:
    """An operation on a small array."""
    x = jnp.ones((8, 16))
    return lambda: jnp.tanh(x)


main(*sys.argv[1:])
