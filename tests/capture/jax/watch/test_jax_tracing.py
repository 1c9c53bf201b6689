"""What JAX was asked for and what it recorded of a small program, as they were worked out by hand."""

import pytest
from jax_watched import Both

from chipward.artifacts.kinds import kind_of
from chipward.artifacts.line_graph import LineGraph
from chipward.model.artifact import Artifact

pytestmark = pytest.mark.slow


def artifact(step: Both, function: str, name: str) -> Artifact:
    unit = next(found.id for found in step.bundle.trace.units if found.name == function)
    return next(found for found in step.bundle.trace.artifacts if found.id == f"{unit}/{name}")


def lines(step: Both, function: str, name: str) -> list[str]:
    return step.bundle.text(artifact(step, function, name).id).split("\n")[:-1]


def test_each_call_stands_under_its_line_with_the_primitives_that_it_bound(step: Both) -> None:
    told = lines(step, "step", "calls")

    assert artifact(step, "step", "calls").stage == "jax-api"
    assert told[told.index("# step.py:8:11-21: jnp.sin(c)") + 1] == "jnp.sin: sin"
    assert told[told.index("# step.py:8:11-25: jnp.sin(c) * 2") + 1] == "jax.Array.__mul__: mul"
    assert told[told.index("# step.py:14:27-40: jnp.dot(c, c)") + 1] == "jnp.dot: dot_general"
    assert "jax.lax.fori_loop → jax.lax.scan: scan" in told


def test_the_record_has_the_arguments_and_one_line_for_each_equation(step: Both) -> None:
    told = lines(step, "step", "tracing")

    assert artifact(step, "step", "tracing").stage == "tracing"
    assert told[:4] == ["step was called with", "  (x  f32[3])", "  (y  f32[])", "and JAX recorded"]
    assert next(line.split()[:2] for line in told if "step.py:17" in line) == ["tanh", "step.py:17:16-27:"]
    kind = kind_of(artifact(step, "step", "tracing").kind)
    assert kind.count(told) == len(told) - 4


def test_python_leads_to_calls_to_the_record_and_to_the_jaxpr(step: Both) -> None:
    (source,) = [one.id for one in step.bundle.trace.artifacts if one.kind == "python-source"]
    graph = LineGraph(step.bundle.trace, step.bundle.line_map)

    became = graph.became(source, 8)
    calls, record, jaxpr = (artifact(step, "step", name).id for name in ("calls", "tracing", "jaxpr"))
    called = [lines(step, "step", "calls")[line - 1] for line in became[calls].lines]
    assert called == ["jnp.sin: sin", "jax.Array.__mul__: mul"]
    assert {lines(step, "step", "tracing")[line - 1].split()[0] for line in became[record].lines} == {"sin", "mul"}
    assert graph.became(record, became[record].lines[0])[jaxpr].lines == became[jaxpr].lines[:1]


def test_what_is_dispatched_without_jit_has_neither(step: Both) -> None:
    operations = {found.id for found in step.bundle.trace.units if found.kind == "op"}
    kinds = {found.kind for found in step.bundle.trace.artifacts if found.unit in operations}

    assert operations
    assert not kinds & {"jax-calls", "jax-tracing"}
