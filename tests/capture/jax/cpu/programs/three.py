import jax
import jax.numpy as jnp


@jax.jit
def fused(x, y):
    doubled = x * 2.0
    return jnp.sqrt(doubled + y)


@jax.jit
def library(x, w):
    h = x @ w
    return jnp.tanh(h).sum(axis=1)


@jax.jit
def loop(x, w):
    def step(carry, row):
        carry = carry * 0.5 + row
        return carry, carry @ w

    return jax.lax.scan(step, jnp.zeros(256), x)


x = jnp.linspace(0.0, 1.0, 4096 * 256).reshape(4096, 256)
w = jnp.ones((256, 128))
print(float(fused(x, x).sum()))
print(float(library(x, w).sum()))
print(float(loop(x[:16], w)[1].sum()))
