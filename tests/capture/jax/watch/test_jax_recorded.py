"""What is recorded of each compilation, and what is said of what is not."""

import pytest
from jax_watched import Both, Folder

from chipward.model.artifact import Origin
from chipward.model.trace import Trace

pytestmark = pytest.mark.slow

BLOCK = """
import jax, jax.numpy as jnp, chipward
from jax._src import compiler
from jax._src.interpreters import mlir
import warnings

before = [mlir.lower_jaxpr_to_module, mlir.make_ir_context, compiler.compile_or_get_cached, warnings._showwarnmsg]
early = jax.jit(lambda x: x + 1).lower(jnp.ones(3))
with chipward.trace("run.chipward", quiet=True, after_work=False):
    jax.jit(lambda x: jnp.cos(x) * 3)(jnp.ones(3))
    early.compile()
after = [mlir.lower_jaxpr_to_module, mlir.make_ir_context, compiler.compile_or_get_cached, warnings._showwarnmsg]
print([one is other for one, other in zip(before, after)])
"""
CACHED = """
import jax, jax.numpy as jnp
jax.config.update("jax_compilation_cache_dir", "cache")
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
print(jax.jit(lambda x: jnp.cos(x) * 3)(jnp.ones(3)))
"""
THREADS = """
import threading
import jax, jax.numpy as jnp

def work(n):
    jax.jit(lambda x: jnp.cos(x) * n + 1)(jnp.ones(n))

threads = [threading.Thread(target=work, args=(n,)) for n in range(2, 6)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
"""


def jitted(trace: Trace, name: str) -> list[str]:
    return [str(unit.id) for unit in trace.units if unit.kind == "jitted" and unit.name == name]


def test_each_compilation_is_a_unit_of_its_own(step: Both) -> None:
    trace = step.bundle.trace

    assert len(jitted(trace, "step")) == 1  # called, lowered again and compiled again: JAX keeps what it has
    assert len(jitted(trace, "scaled")) == 2  # for two values of a static argument; the third call finds the first
    places = {(unit.name, unit.place.line) for unit in trace.units if unit.kind == "jitted" and unit.place}
    assert places == {("step", 12), ("scaled", 22)}
    assert all(unit.seconds for unit in trace.units if unit.kind == "jitted")


def test_jax_s_own_operations_are_without_jit(step: Both) -> None:
    trace = step.bundle.trace
    selections = {unit.kind: trace.selections[unit.selection].choices["mode"] for unit in trace.units if unit.parent}
    operations = [unit for unit in trace.units if unit.kind == "op"]

    assert selections["op"] == "no-jit"
    assert {unit.parent for unit in operations} == {"dispatches"}
    assert "broadcast_in_dim" in {unit.name for unit in operations}


def test_what_ran_is_executed(step: Both) -> None:
    here = jitted(step.bundle.trace, "step")[0]
    artifacts = {artifact.id: artifact for artifact in step.bundle.trace.artifacts}

    for name in ("jaxpr", "stablehlo", "hlo-optimized"):
        assert artifacts[f"{here}/{name}"].origin is Origin.EXECUTED  # type: ignore[index]
        assert not artifacts[f"{here}/{name}"].cached  # type: ignore[index]
    assert not [found for found in step.bundle.trace.missing if "Looking at it failed" in found.why]


def test_a_block_sees_its_own_compilations_and_leaves_jax_as_it_was(folder: Folder) -> None:
    done = folder.run(folder.write(BLOCK))

    assert (done.returncode, done.stdout) == (0, "[True, True, True, True]\n"), done.stderr
    with folder.bundle() as bundle:
        missing = {found.what: found.why for found in bundle.trace.missing}
        assert len(jitted(bundle.trace, "<lambda>")) == 1
        assert "when the trace began" in missing["What was compiled before"]
        assert "before the trace began" in missing["jaxpr"]


def test_the_compilation_cache_is_asked_only_if_it_may_answer(folder: Folder) -> None:
    program = folder.write(CACHED)
    assert folder.trace(program, "--no-after-work").returncode == 0
    cache = folder.path / "cache"
    assert not cache.exists() or not list(cache.iterdir())
    assert folder.run(program).returncode == 0
    filled = sorted(file.name for file in cache.iterdir() if not file.name.endswith("-atime"))
    assert filled
    assert folder.trace(program, "--no-after-work").returncode == 0
    with folder.bundle() as bundle:
        assert not [artifact for artifact in bundle.trace.artifacts if artifact.cached]
    assert folder.trace(program, "--no-after-work", "--reuse-caches").returncode == 0
    with folder.bundle() as bundle:
        assert {artifact.kind for artifact in bundle.trace.artifacts if artifact.cached} == {"hlo"}
    assert filled == sorted(file.name for file in cache.iterdir() if not file.name.endswith("-atime"))


def test_threads_compile_side_by_side(folder: Folder) -> None:
    done = folder.trace(folder.write(THREADS), "--no-after-work")

    assert (done.returncode, done.stderr) == (0, "")
    with folder.bundle() as bundle:
        assert len(jitted(bundle.trace, "<lambda>")) == 4
        numbers = [int(unit.id.split("-")[1]) for unit in bundle.trace.units if unit.kind in {"jitted", "op"}]
        assert sorted(numbers) == list(range(len(numbers)))


def test_the_program_is_lowered_once_more_for_each_platform_asked_for(folder: Folder) -> None:
    program = "import jax\njax.jit(lambda x: x * 2 + x.sum())(jax.numpy.ones(3))\n"
    done = folder.trace(folder.write(program), "--no-after-work", "--target", "cuda:h100", "--target", "cuda:t4")

    assert done.returncode == 0
    with folder.bundle() as bundle:
        asked = [found.what for found in bundle.trace.missing if found.why == "You asked for no after-work."]
        for target in ("cpu", "cuda:h100", "cuda:t4"):
            assert f"What <lambda> becomes on {target}" in asked


def test_what_cannot_be_lowered_for_a_target_is_told(folder: Folder) -> None:
    program = """import jax

@jax.jit
def called_back(x):
    return jax.pure_callback(lambda y: y, x, x) + 1

@jax.jit
def factorised(x):
    return jax.lax.linalg.schur(x)

called_back(jax.numpy.ones(3)), factorised(jax.numpy.ones((3, 3)))
"""
    done = folder.trace(folder.write(program), "--no-after-work", "--target", "cuda:h100", "--target", "tpu:v5e:2x2")

    assert done.returncode == 0
    with folder.bundle() as bundle:
        told = {found.what: found.why for found in bundle.trace.missing}
        why = "It calls back into Python, and JAX lowers that for cuda only where there is a device."
        assert told["What called_back becomes on cuda:h100"] == why
        assert told["What called_back becomes on tpu:v5e:2x2"] == "You asked for no after-work."
        for target in ("cuda:h100", "tpu:v5e:2x2"):
            assert told[f"What factorised becomes on {target}"].startswith("JAX does not lower it for ")
