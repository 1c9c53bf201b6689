"""A convolutional network of Equinox, and its gradient under filter_jit."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np


class Net(eqx.Module):
    conv: eqx.nn.Conv2d
    norm: eqx.nn.LayerNorm
    head: eqx.nn.Linear

    def __init__(self, key):
        first, second = jax.random.split(key)
        self.conv = eqx.nn.Conv2d(1, 8, kernel_size=3, stride=2, key=first)
        self.norm = eqx.nn.LayerNorm(8)
        self.head = eqx.nn.Linear(8, 10, key=second)

    def __call__(self, image):
        features = jax.nn.relu(self.conv(image))
        return self.head(self.norm(features.mean(axis=(1, 2))))


def loss(model, images, labels):
    log_probs = jax.nn.log_softmax(jax.vmap(model)(images))
    return -jnp.mean(jnp.take_along_axis(log_probs, labels[:, None], axis=1))


rng = np.random.default_rng(0)
images, labels = rng.normal(size=(16, 1, 28, 28)).astype("float32"), rng.integers(0, 10, 16)
shapes = eqx.filter_eval_shape(Net, jax.random.key(0))  # as if its weights were read from a file
model = jax.tree.map(lambda one: rng.normal(0, 0.3, one.shape).astype(one.dtype), shapes)
value, grads = eqx.filter_jit(eqx.filter_value_and_grad(loss))(model, images, labels)
print(f"loss {value:.4f}")
