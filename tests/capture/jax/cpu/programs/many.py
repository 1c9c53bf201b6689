import functools
import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

ROWS = jnp.linspace(-1.0, 1.0, 32).reshape(8, 4)
LINE = jnp.arange(8, dtype=jnp.float32)


@jax.jit
def scanned(rows):
    return jax.lax.scan(lambda carry, row: (jnp.sin(carry + row), carry), jnp.zeros(4), rows)


@jax.jit
def while_loop(line):
    return jax.lax.while_loop(lambda state: state[0] < 10, lambda state: (state[0] + 1, state[1] * 2), (0, line))


@jax.jit
def branches(index, line):
    inner = lambda v: jax.lax.cond(v[0] > 0, jnp.exp, jnp.abs, v)
    return jax.lax.switch(index, [jnp.sin, jnp.cos, inner], line)


@jax.jit
def grad_of_vmap(matrices):
    return jax.vmap(jax.grad(lambda m: jnp.tanh(m @ m.T).sum()))(matrices)


@jax.custom_vjp
def softplus(v):
    return jnp.log1p(jnp.exp(v))


softplus.defvjp(lambda v: (softplus(v), v), lambda v, g: (g * jax.nn.sigmoid(v),))


@jax.jit
def custom_vjp(line):
    return jax.grad(lambda v: softplus(v).sum())(line)


@functools.partial(jax.jit, donate_argnums=0)
def donated(state, gradient):
    return state - 0.1 * gradient


@functools.partial(jax.jit, static_argnames=("times", "act"))
def static_arguments(tree, *, times, act):
    for _ in range(times):
        tree = jax.tree.map(act, tree)
    return tree


CONSTANT = jnp.asarray(np.random.default_rng(0).normal(size=(64, 64)), jnp.float32)


@jax.jit
def closure(v):
    return v @ CONSTANT


helper = jax.jit(lambda v: jnp.sin(v) * 2)


@jax.jit
def shared_helper(line):
    return helper(line) + helper(helper(line))


@jax.jit
def random_order(seed, line):
    return jnp.sort(line)[jax.random.permutation(jax.random.key(seed), 8)]


@jax.jit
def factorised(a):
    return jnp.linalg.cholesky(a @ a.T + jnp.eye(8))


@jax.jit
def convolved(image, kernel):
    numbers = ("NHWC", "HWIO", "NHWC")
    return jax.lax.conv_general_dilated(image, kernel, (1, 1), "SAME", dimension_numbers=numbers)


@jax.jit
def called_back(line):
    return jax.pure_callback(np.sin, jax.ShapeDtypeStruct((8,), jnp.float32), line, vmap_method="sequential") + 1


@jax.jit
def printed(line):
    jax.debug.print("first {first}", first=line[0])
    return line + 1


@jax.jit
def halves(v):
    return jnp.exp(v.astype(jnp.float16)) * jnp.float16(0.1), jnp.tanh(v.astype(jnp.bfloat16) * 2)


MESH = Mesh(np.array(jax.devices()), ("d",))


@jax.jit
def sharded(v, w):
    return jnp.tanh(v @ w).sum()


@jax.jit
def mapped_over_devices(v):
    return jax.shard_map(lambda part: jax.lax.psum(part * 2, "d"), mesh=MESH, in_specs=P("d"), out_specs=P())(v)


def put(value, *spec):
    return jax.device_put(value, NamedSharding(MESH, P(*spec)))


scanned(ROWS)
while_loop(LINE)
branches(1, LINE)
grad_of_vmap(jnp.ones((2, 8, 8)))
custom_vjp(LINE)
donated(jnp.ones((8, 8)), jnp.ones((8, 8)))
static_arguments({"a": jnp.ones(4), "b": [jnp.ones((2, 2))]}, times=2, act=jnp.tanh)
closure(jnp.ones((8, 64)))
shared_helper(LINE)
random_order(0, LINE)
factorised(jnp.ones((8, 8)))
convolved(jnp.ones((1, 8, 8, 4)), jnp.ones((3, 3, 4, 4)))
called_back(LINE)
printed(LINE).block_until_ready()
halves(jnp.ones((16, 16)))
sharded(put(jnp.ones((64, 32)), "d", None), put(jnp.ones((32, 32)), None, "d"))
mapped_over_devices(put(jnp.ones(64), "d"))
jax.effects_barrier()
print("done")
