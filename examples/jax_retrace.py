"""One function, compiled four times: why does JAX trace it again?"""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.jit, static_argnames="power")
def moment(x, power):
    centred = x - jnp.mean(x)
    return jnp.mean(centred**power)


x = np.arange(12, dtype="float32")
print(moment(x, power=2))
print(moment(x + 1, power=2))  # the same shapes and types: nothing is compiled
print(moment(x, power=3))  # another static value
print(moment(x[:8], power=2))  # another shape
print(moment(np.arange(12), power=2))  # another element type
