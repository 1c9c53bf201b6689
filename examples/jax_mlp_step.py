"""Training steps of a small network: loss, gradients and update in one jitted function."""

import jax
import jax.numpy as jnp
import numpy as np


def forward(params, x):
    hidden = jax.nn.relu(x @ params["w1"] + params["b1"])
    return hidden @ params["w2"] + params["b2"]


def cross_entropy(params, x, labels):
    log_probs = jax.nn.log_softmax(forward(params, x))
    return -jnp.mean(jnp.take_along_axis(log_probs, labels[:, None], axis=1))


@jax.jit
def train_step(params, x, labels):
    loss, grads = jax.value_and_grad(cross_entropy)(params, x, labels)
    params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
    return params, loss


rng = np.random.default_rng(0)
params = {
    "w1": rng.normal(0, 0.1, (64, 128)).astype("float32"),
    "b1": np.zeros(128, "float32"),
    "w2": rng.normal(0, 0.1, (128, 10)).astype("float32"),
    "b2": np.zeros(10, "float32"),
}
x = rng.normal(size=(32, 64)).astype("float32")
labels = rng.integers(0, 10, 32)

for step in range(3):
    params, loss = train_step(params, x, labels)
    print(f"step {step}: loss {loss:.4f}")
