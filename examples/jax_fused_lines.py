"""Two lines of Python, one kernel: XLA fuses what is done to each number."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def activate(x, scale):
    scaled = x * scale
    return jnp.tanh(scaled) + 1.0


x = np.linspace(-2, 2, 64 * 256, dtype="float32").reshape(64, 256)
scale = np.full(256, 0.5, "float32")
print(activate(x, scale)[0, :4])
