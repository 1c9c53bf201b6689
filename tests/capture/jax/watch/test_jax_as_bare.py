"""A program that uses JAX cannot be told from a bare one: what it computes, prints, compiles, and how it fails."""

import re

import pytest
from jax_watched import Both, Folder

pytestmark = pytest.mark.slow

FAILING = """
import traceback, warnings
import jax, jax.numpy as jnp
from functools import partial

warnings.simplefilter("always")
print(partial(jax.jit, donate_argnums=0)(lambda a, b: a.sum() + b.sum())(jnp.ones(3), jnp.ones(4)))
for wrong in (lambda x: x + jnp.ones(5), lambda x: float(x[0]), lambda x: jax.lax.scan(lambda c, a: (c[0], a), x, x)):
    try:
        jax.jit(wrong)(jnp.ones(3))
    except Exception:
        traceback.print_exc()
try:
    jax.pure_callback(lambda x: 1 / 0, jax.ShapeDtypeStruct((), "float32"), 1.0)
except Exception as error:
    print(type(error).__name__)
raise SystemExit(3)
"""
DIFFERS = re.compile(r"0x[0-9a-f]+|^chipward: missing: .*\n", re.MULTILINE)  # addresses, and what chipward says


def test_results_output_and_the_optimised_program_are_the_same(step: Both) -> None:
    assert step.bare.returncode == 0
    assert (step.traced.returncode, step.traced.stdout, step.traced.stderr) == (0, step.bare.stdout, step.bare.stderr)
    assert "HloModule jit_step" in step.bare.stdout  # with the stack of each instruction in it


def test_failures_and_warnings_read_the_same_and_come_once(folder: Folder) -> None:
    program = folder.write(FAILING)
    bare = folder.run(program)
    traced = folder.trace(program, "--no-after-work", "--target", "cuda:h100", "--target", "tpu:v5e:2x2")

    assert (traced.returncode, traced.stdout) == (bare.returncode, bare.stdout)
    assert bare.returncode == 3
    assert DIFFERS.sub("", traced.stderr) == DIFFERS.sub("", bare.stderr)
    assert "Some donated buffers were not usable" in bare.stderr
