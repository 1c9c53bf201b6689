"""Gradients example by example: grad of a loss for one, vmap over the batch."""

import jax
import jax.numpy as jnp
import numpy as np


def predict(params, x):
    weight, bias = params
    return jnp.tanh(weight @ x + bias)


def loss(params, x, y):
    return jnp.sum((predict(params, x) - y) ** 2)


@jax.jit
def gradient_norms(params, xs, ys):
    grads = jax.vmap(jax.grad(loss), in_axes=(None, 0, 0))(params, xs, ys)
    squares = [jnp.sum(g.reshape(len(xs), -1) ** 2, axis=1) for g in jax.tree.leaves(grads)]
    return jnp.sqrt(sum(squares))


rng = np.random.default_rng(0)
params = rng.normal(size=(8, 16)).astype("float32"), np.zeros(8, "float32")
xs = rng.normal(size=(64, 16)).astype("float32")
ys = rng.normal(size=(64, 8)).astype("float32")
print(gradient_norms(params, xs, ys)[:4])
