"""A transformer whose layers are one body of lax.scan: what does its gradient become?"""

import jax
import jax.numpy as jnp
import numpy as np

LAYERS, HEADS, WIDTH = 4, 4, 64


def rms_norm(x):
    return x * jax.lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6)


def attention(x, layer):
    q, k, v = (jnp.reshape(x @ layer[w], (-1, HEADS, WIDTH // HEADS)) for w in ("wq", "wk", "wv"))
    scores = jnp.einsum("qhd,khd->hqk", q, k) / jnp.sqrt(WIDTH // HEADS)
    causal = jnp.tril(jnp.ones(scores.shape[1:], bool))
    weights = jax.nn.softmax(jnp.where(causal, scores, -1e9))
    return jnp.einsum("hqk,khd->qhd", weights, v).reshape(x.shape) @ layer["wo"]


def block(x, layer):
    x = x + attention(rms_norm(x), layer)
    x = x + jax.nn.gelu(rms_norm(x) @ layer["up"]) @ layer["down"]
    return x, None


def loss(layers, tokens):
    x, _ = jax.lax.scan(block, tokens, layers)
    return jnp.mean(x * x)


rng = np.random.default_rng(0)
shapes = dict.fromkeys(("wq", "wk", "wv", "wo"), (WIDTH, WIDTH))
shapes |= {"up": (WIDTH, 4 * WIDTH), "down": (4 * WIDTH, WIDTH)}
layers = {name: rng.normal(0, 0.1, (LAYERS, *shape)).astype("float32") for name, shape in shapes.items()}
tokens = rng.normal(size=(32, WIDTH)).astype("float32")

value, grads = jax.jit(jax.value_and_grad(loss))(layers, tokens)
print(f"loss {value:.4f}, gradient of wq {jnp.linalg.norm(grads['wq']):.4f}")
