import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames="times")
def scaled(x, times):
    return x * times


def made():
    return jax.jit(lambda a: a - 1)


scaled(jnp.ones(3), times=2)
scaled(jnp.ones(4), times=2)
scaled(jnp.ones(4, "int32"), times=2)
scaled(jnp.ones(4, "int32"), times=3)
scaled(jnp.ones(4), times=2)
for _ in range(2):
    made()(jnp.ones(3))
made()(jnp.ones(3))
with jax.default_matmul_precision("float32"):
    scaled(jnp.ones(3), times=2)
ahead = scaled.lower(jnp.ones(5), times=2).compile()
for _ in range(3):
    ahead(jnp.ones(5))
