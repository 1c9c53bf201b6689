"""A training step, a Pallas kernel, and a product spread over devices: written for TPUs, run on the CPU."""

import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.sharding import Mesh, NamedSharding, PartitionSpec


def layer(x, w):
    y = x @ w
    return jnp.tanh(y)


@jax.jit
def step(w, x):
    return w - 0.1 * jax.grad(lambda w: (layer(x, w) ** 2).mean())(w)


def kernel(x_ref, o_ref):
    x = x_ref[...]
    o_ref[...] = jnp.exp(x) + 1.0


@jax.jit
def by_blocks(x):
    block = pl.BlockSpec((64, 128), lambda at: (at, 0))
    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        grid=(4,),
        in_specs=[block],
        out_specs=block,
        interpret=jax.default_backend() == "cpu",
    )(x)


@jax.jit
def in_a_row(x):
    return pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype), interpret=True, debug=True)(x)


@jax.jit
def spread(x, w):
    return jnp.sum(x @ w)


def numbers(*shape):
    return np.linspace(-1, 1, np.prod(shape), dtype=np.float32).reshape(shape)


mesh = Mesh(np.array(jax.devices()), ("d",))
rows = jax.device_put(numbers(64, 128), NamedSharding(mesh, PartitionSpec("d", None)))
columns = jax.device_put(numbers(128, 64), NamedSharding(mesh, PartitionSpec(None, "d")))
print(round(float(step(numbers(128, 128), numbers(64, 128)).mean()), 3))
print(round(float(by_blocks(numbers(256, 128)).mean()), 3))
print(round(float(in_a_row(numbers(1024)).mean()), 3))
print(round(float(spread(rows, columns)), 1))
