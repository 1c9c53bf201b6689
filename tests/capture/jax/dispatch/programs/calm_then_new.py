import jax
import jax.numpy as jnp

x = jnp.ones(4)
step = jax.jit(lambda a: a * 0.5)
for _ in range(4000):
    x = step(x)
for size in range(1, 40):
    jnp.zeros(size)
y = jnp.cos(x)
for _ in range(4000):
    x = step(x)
print(float(y[0]))
