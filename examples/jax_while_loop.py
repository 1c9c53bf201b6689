"""Heron's square root, until it is close enough: a loop whose length is known only when it runs."""

import jax
import jax.numpy as jnp


@jax.jit
def square_root(x):
    def too_far(guess):
        return jnp.max(jnp.abs(guess * guess - x) / x) > 1e-5

    def better(guess):
        return (guess + x / guess) / 2

    return jax.lax.while_loop(too_far, better, x)


print(square_root(jnp.arange(1.0, 9.0)))
