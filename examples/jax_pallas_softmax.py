"""A softmax as a Pallas kernel: each program of the grid works on a block of rows."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl

jax.config.update("jax_pallas_use_mosaic_gpu", val=False)  # on a GPU, by Triton
ROWS = 8


def softmax_kernel(x_ref, out_ref):
    x = x_ref[...]
    weights = jnp.exp(x - jnp.max(x, axis=-1, keepdims=True))
    out_ref[...] = weights / jnp.sum(weights, axis=-1, keepdims=True)


@jax.jit
def softmax(x):
    block = pl.BlockSpec((ROWS, x.shape[1]), lambda i: (i, 0))
    return pl.pallas_call(
        softmax_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        grid=(x.shape[0] // ROWS,),
        in_specs=[block],
        out_specs=block,
        interpret=jax.default_backend() == "cpu",
    )(x)


x = np.random.default_rng(0).normal(size=(64, 256)).astype("float32")
print(softmax(x).sum(axis=-1)[:4])
