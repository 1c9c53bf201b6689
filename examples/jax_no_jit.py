"""Gradient descent without jit: JAX sends each operation to the device as Python reaches it."""

import jax
import jax.numpy as jnp
import numpy as np


def loss(weight, x, y):
    residual = x @ weight - y
    return jnp.mean(residual**2)


rng = np.random.default_rng(0)
x = jnp.asarray(rng.normal(size=(100, 3)), dtype="float32")
y = x @ jnp.array([1.0, -2.0, 0.5])
weight = jnp.zeros(3)

for step in range(3):
    value, gradient = jax.value_and_grad(loss)(weight, x, y)
    weight = weight - 0.1 * gradient
    print(f"step {step}: loss {value:.4f}")
