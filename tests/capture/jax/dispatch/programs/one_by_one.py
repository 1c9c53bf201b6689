import traceback

import jax
import jax.numpy as jnp
from jax._src import core


def loss(w, x):
    é, hidden = "ü", jnp.tanh(x @ w)
    return jnp.sum(
        hidden,
    )


x = jnp.ones((4, 8))
w = jnp.ones((8, 2))
for _ in range(3):
    y = jnp.exp(x) * 2.0
    if y.sum() > 0:
        y = y[0]
again = jnp.exp(x)
print(jax.grad(loss)(w, x), y)
print(jax.vmap(jnp.sin)(x)[0, 0], jnp.exp(x)[1, 1])
for wrong in (lambda: x + w, lambda: jax.lax.add(x, w), lambda: jnp.exp("text")):
    try:
        wrong()
    except Exception:
        traceback.print_exc()
with jax.debug_nans(True):
    try:
        jnp.log(jnp.zeros(3)) * 0.0
    except FloatingPointError as error:
        print(error)
print(jnp.exp._cache_size(), core.trace_ctx.is_top_level())
