"""The JAX models that are measured: an MLP, and a transformer whose layers are scanned."""

from collections.abc import Callable, Mapping

import jax
import jax.numpy as jnp

Loss = Callable[..., jax.Array]
Made = tuple[Loss, object, object]  # the loss, the parameters, a batch


def mlp() -> Made:
    """Three layers."""
    sizes = (784, 256, 256, 10)
    keys = jax.random.split(jax.random.key(0), len(sizes))
    pairs = zip(keys, sizes[:-1], sizes[1:], strict=False)
    parameters = [(jax.random.normal(key, (n, m)) * 0.05, jnp.zeros(m)) for key, n, m in pairs]

    def loss(parameters: list[tuple[jax.Array, jax.Array]], batch: jax.Array) -> jax.Array:
        hidden = batch
        for weight, bias in parameters[:-1]:
            hidden = jax.nn.relu(hidden @ weight + bias)
        weight, bias = parameters[-1]
        return -jax.nn.log_softmax(hidden @ weight + bias)[:, 0].mean()

    return loss, parameters, jax.random.normal(keys[-1], (64, sizes[0]))


def transformer(layers: int = 4, width: int = 128, heads: int = 4, length: int = 64) -> Made:
    """Layers under scan, each computed again for its gradient."""
    head = width // heads
    shapes = {
        "norm1": (width,),
        "norm2": (width,),
        "query": (width, heads, head),
        "key": (width, heads, head),
        "value": (width, heads, head),
        "out": (heads, head, width),
        "up": (width, 4 * width),
        "down": (4 * width, width),
    }
    keys = jax.random.split(jax.random.key(0), len(shapes) + 1)
    parameters = {
        name: jax.random.normal(key, (layers, *shape)) * 0.05
        for key, (name, shape) in zip(keys, shapes.items(), strict=False)
    }

    def normed(x: jax.Array, gain: jax.Array) -> jax.Array:
        mean = x.mean(-1, keepdims=True)
        return (x - mean) * jax.lax.rsqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-6) * gain

    def layer(x: jax.Array, p: Mapping[str, jax.Array]) -> tuple[jax.Array, None]:
        y = normed(x, p["norm1"])
        query, key, value = (jnp.einsum("btd,dhk->bthk", y, p[name]) for name in ("query", "key", "value"))
        scores = jnp.einsum("bqhk,bshk->bhqs", query, key) / jnp.sqrt(head)
        mask = jnp.tril(jnp.ones(scores.shape[-2:], bool))
        weights = jax.nn.softmax(jnp.where(mask, scores, -1e9))
        x += jnp.einsum("bhqs,bshk,hkd->bqd", weights, value, p["out"])
        return x + jax.nn.gelu(normed(x, p["norm2"]) @ p["up"]) @ p["down"], None

    def loss(parameters: Mapping[str, jax.Array], batch: jax.Array) -> jax.Array:
        return jax.lax.scan(jax.checkpoint(layer), batch, parameters)[0].mean()

    return loss, parameters, jax.random.normal(keys[-1], (2, length, width))


MODELS: Mapping[str, Callable[[], Made]] = {"mlp": mlp, "transformer": transformer}
