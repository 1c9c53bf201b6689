"""A matrix product on eight devices: each holds a part of both matrices, and their sums meet in an all-reduce."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import PartitionSpec as P

jax.config.update("jax_num_cpu_devices", 8)
jax.set_mesh(jax.make_mesh((4, 2), ("rows", "inner")))


@jax.jit
def layer(x, weight):
    y = jnp.matmul(x, weight, out_sharding=P("rows", None))
    return jax.nn.relu(y)


rng = np.random.default_rng(0)
x = rng.normal(size=(256, 128)).astype("float32")
weight = rng.normal(size=(128, 64)).astype("float32")
x = jax.device_put(x, P("rows", "inner"))
weight = jax.device_put(weight, P("inner", None))

y = layer(x, weight)
print(y.shape, y.sharding.spec, f"mean {np.mean(y):.4f}")
