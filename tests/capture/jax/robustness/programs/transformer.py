import jax
import jax.numpy as jnp
import numpy as np

RANDOM = np.random.default_rng(0)


def normal(*shape, dtype=np.float32):
    return (0.1 * RANDOM.normal(size=shape)).astype(dtype)


def normalised(v):
    return v * jax.lax.rsqrt((v * v).mean(-1, keepdims=True) + 1e-6)


def block(v, weights):
    h = normalised(v)
    q, k, values = (jnp.einsum("btd,dhk->bthk", h, weights[name]) for name in "qkv")
    attention = jax.nn.softmax(jnp.einsum("bqhk,bshk->bhqs", q, k))
    v = v + jnp.einsum("bhqs,bshk,hkd->bqd", attention, values, weights["o"])
    return v + jax.nn.relu(normalised(v) @ weights["up"]) @ weights["down"]


def weights(layers, width, heads, dtype):
    shapes = dict.fromkeys("qkv", (width, heads, width // heads)) | {"o": (heads, width // heads, width)}
    shapes |= {"up": (width, 4 * width), "down": (4 * width, width)}
    return {name: normal(layers, *shape, dtype=dtype) for name, shape in shapes.items()}
