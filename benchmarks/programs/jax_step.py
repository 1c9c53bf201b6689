"""Takes JAX through one training step and a few more of it; prints the seconds that took.

The first step is traced, lowered and compiled; the others find the program.
"""

import sys
from time import perf_counter

import jax
import jax.numpy as jnp
from jax_models import MODELS  # type: ignore[import-not-found]  # a neighbour of the script

STEPS = 20


def main(name: str) -> None:
    """Measure the steps."""
    loss, parameters, batch = MODELS[name]()

    @jax.jit
    def step(parameters: object, batch: object) -> object:
        gradients = jax.grad(loss)(parameters, batch)
        return jax.tree.map(lambda value, slope: value - jnp.float32(0.1) * slope, parameters, gradients)

    started = perf_counter()
    for _ in range(STEPS):
        parameters = step(parameters, batch)
    for value in jax.tree.leaves(parameters):
        value.block_until_ready()
    print(perf_counter() - started)


main(*sys.argv[1:])
