"""Small functions whose way through XLA for a GPU can be told by hand."""

import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec


@jax.jit
def fused(x, y):
    doubled = x * 2.0
    return jnp.sqrt(doubled + y)


@jax.jit
def product(x, w):
    h = x @ w
    return jnp.maximum(h, 0.0)


@jax.jit
def loop(x):
    return jax.lax.while_loop(lambda state: state[0] < 3, lambda state: (state[0] + 1, jnp.sin(state[1])), (0, x))[1]


@jax.jit
def sharded(x, w):
    return jnp.tanh(x @ w)


@jax.jit
def reports(x):
    jax.debug.print("x {}", x[0])
    return x + 1.0


mesh = Mesh(np.array(jax.devices()), ("d",))
x, w = np.ones((8, 64), np.float32), np.ones((64, 32), np.float32)
fused(np.ones(1024, np.float32), np.ones(1024, np.float32))
product(x, w)
loop(np.ones(256, np.float32))
sharded(
    jax.device_put(x, NamedSharding(mesh, PartitionSpec(None, "d"))),
    jax.device_put(w, NamedSharding(mesh, PartitionSpec("d", None))),
)
reports(np.ones(4, np.float32))
