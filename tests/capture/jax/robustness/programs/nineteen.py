import functools
import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
from transformer import block, normal, weights

LINE = np.arange(8, dtype=np.float32)


def ones(*shape):
    return np.ones(shape, np.float32)


@jax.jit
def scan(rows):
    return jax.lax.scan(lambda carry, row: (jnp.sin(carry + row), carry), jnp.zeros(8), rows)


@jax.jit
def while_loop(line):
    return jax.lax.while_loop(lambda state: state[0] < 10, lambda state: (state[0] + 1, state[1] * 2), (0, line))


@jax.jit
def cond_and_switch(index, line):
    inner = lambda v: jax.lax.cond(v[0] > 0, jnp.exp, jnp.abs, v)
    return jax.lax.switch(index, [jnp.sin, jnp.cos, inner], line)


@jax.jit
def grad_vmap(matrices):
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
def static_args_pytree(tree, *, times, act):
    for _ in range(times):
        tree = jax.tree.map(act, tree)
    return tree


CONSTANT = normal(512, 512)


@jax.jit
def closure_constant(v):
    return v @ jnp.asarray(CONSTANT)


helper = jax.jit(lambda v: jnp.sin(v) * 2)


@jax.jit
def shared_helper(line):
    return helper(line) + helper(helper(line))


@jax.jit
def prng_sort_gather(seed, line):
    return jnp.sort(line)[jax.random.permutation(jax.random.key(seed), 64)]


@jax.jit
def linalg(a):
    return jnp.linalg.cholesky(a @ a.T + jnp.eye(16))


@jax.jit
def conv(image, kernel):
    numbers = ("NHWC", "HWIO", "NHWC")
    return jax.lax.conv_general_dilated(image, kernel, (1, 1), "SAME", dimension_numbers=numbers)


@jax.jit
def pure_callback(line):
    return jax.pure_callback(np.sin, jax.ShapeDtypeStruct((8,), jnp.float32), line, vmap_method="sequential") + 1


@jax.jit
def debug_print(line):
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
def shard_map(v):
    return jax.shard_map(lambda part: jax.lax.psum(part * 2, "d"), mesh=MESH, in_specs=P("d"), out_specs=P())(v)


def put(value, *spec):
    return jax.device_put(value, NamedSharding(MESH, P(*spec)))


def filled(shapes):
    return jax.tree.map(lambda one: normal(*one.shape, dtype=one.dtype), shapes)


def flax_model():
    return nnx.Sequential(nnx.Linear(16, 32, rngs=nnx.Rngs(0)), nnx.relu, nnx.Linear(32, 4, rngs=nnx.Rngs(1)))


GRAPH, STATE = nnx.split(nnx.eval_shape(flax_model))


@jax.jit
def flax_mlp(state, v):
    return nnx.merge(GRAPH, state)(v).sum()


SHAPES, STATIC = eqx.partition(
    eqx.filter_eval_shape(lambda: eqx.nn.MLP(8, 4, 16, 2, key=jax.random.key(0))),
    lambda one: isinstance(one, jax.ShapeDtypeStruct),
)


@jax.jit
def equinox_mlp(arrays, v):
    return jax.vmap(eqx.combine(arrays, STATIC))(v).sum()


@jax.jit
@jax.grad
def large_scanned(stacked, v):
    v, _ = jax.lax.scan(lambda carry, one: (jax.checkpoint(block)(carry, one), None), v, stacked)
    return v.astype(jnp.float32).mean()


results = [
    scan(ones(16, 8)),
    while_loop(LINE),
    cond_and_switch(1, LINE),
    grad_vmap(ones(4, 8, 8)),
    custom_vjp(LINE),
    donated(ones(128, 128), ones(128, 128)),
    static_args_pytree({"a": ones(4), "b": (ones(2, 2), [ones(3)])}, times=3, act=jnp.tanh),
    closure_constant(ones(8, 512)),
    shared_helper(LINE),
    prng_sort_gather(np.uint32(0), np.arange(64, dtype=np.float32)),
    linalg(ones(16, 16)),
    conv(ones(4, 16, 16, 8), ones(3, 3, 8, 16)),
    pure_callback(LINE),
    debug_print(LINE),
    halves(ones(16, 16)),
    sharded(put(ones(1024, 256), "d", None), put(ones(256, 256), None, "d")),
    shard_map(put(ones(64), "d")),
    flax_mlp(filled(STATE), ones(8, 16)),
    equinox_mlp(filled(SHAPES), ones(32, 8)),
    large_scanned(weights(24, 64, 4, jnp.bfloat16), normal(2, 16, 64, dtype=jnp.bfloat16)),
]
jax.effects_barrier()
print([float(np.asarray(one, np.float64).sum()) for one in jax.tree.leaves(results)])
