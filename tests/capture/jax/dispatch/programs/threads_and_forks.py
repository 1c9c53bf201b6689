import os
import threading
import warnings

import jax
import jax.numpy as jnp

warnings.simplefilter("ignore")
x = jnp.ones(4)
jnp.sin(x)


def work():
    jax.vmap(jnp.sin)(x)  # JAX sets its hook for this thread
    for _ in range(5):
        jnp.sin(x)


threads = [threading.Thread(target=work) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
child = os.fork()
if child == 0:
    jnp.sin(x)
    raise SystemExit
os.waitpid(child, 0)
jnp.sin(x)
