import jax
import numpy as np
from transformer import block, normal, weights


@jax.jit
@jax.grad
def large_unrolled(stacked, v):
    for layer in range(4):
        v = block(v, {name: one[layer] for name, one in stacked.items()})
    return v.mean()


print(large_unrolled(weights(4, 64, 4, np.float32), normal(2, 16, 64))["up"].sum())
