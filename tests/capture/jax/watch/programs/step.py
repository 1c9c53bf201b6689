import functools

import jax
import jax.numpy as jnp


def helper(c):
    return jnp.sin(c) * 2


@jax.jit
def step(x, y):
    def body(c):
        return helper(c) + jnp.dot(c, c)

    z = jax.lax.fori_loop(0, 3, lambda i, c: body(c), x)
    é, w = "ü", jnp.tanh(z) + y
    return w, y * 2


@functools.partial(jax.jit, static_argnames="times", donate_argnums=0)
def scaled(x, times):
    for _ in range(times):
        x = x * 1.5
    return x


print(step(jnp.ones(3), 2.0)[0])
print(scaled(jnp.ones(4), times=2), scaled(jnp.ones(4), times=3))
print(scaled(jnp.ones(4), times=2))
print(step.lower(jnp.ones(3), 2.0).compile().as_text())
