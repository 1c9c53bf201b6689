"""The lines of a small program, equation by equation down to optimised HLO, as they were worked out by hand."""

import pytest
from jax_watched import Both

from chipward.artifacts.kinds import kind_of
from chipward.bundle.read import Bundle
from chipward.model.artifact import ArtifactId
from chipward.model.lines import Edge, EdgeKind
from chipward.model.trace import MapEntry

pytestmark = pytest.mark.slow


def entry(bundle: Bundle, start: str, end: str) -> MapEntry:
    return next(found for found in bundle.trace.maps if (found.start, found.end) == (start, end))


def edges(bundle: Bundle, start: str, end: str) -> tuple[Edge, ...]:
    return bundle.line_map(entry(bundle, start, end).id).edges


def told(bundle: Bundle, artifact: str, line: int) -> str:
    kind = next(found.kind for found in bundle.trace.artifacts if found.id == artifact)
    text = bundle.text(ArtifactId(artifact)).split("\n")[line - 1]
    calls = kind_of(kind).calls
    return calls(text) if calls else text


def unit(bundle: Bundle, name: str) -> str:
    return next(str(found.id) for found in bundle.trace.units if found.name == name)


def became(bundle: Bundle, line: int, kind: EdgeKind = EdgeKind.EXACT) -> list[str]:
    """The primitives that a line of Python became, in the order of the jaxpr."""
    jaxpr = f"{unit(bundle, 'step')}/jaxpr"
    found = edges(bundle, "program/step.py", jaxpr)
    return [told(bundle, jaxpr, edge.end) for edge in found if edge.start == line and edge.kind is kind]


def test_each_line_of_python_leads_to_its_equations(step: Both) -> None:
    assert became(step.bundle, 8) == ["sin", "mul"]
    assert became(step.bundle, 14) == ["dot_general", "add"]
    assert became(step.bundle, 16) == ["scan"]
    assert became(step.bundle, 17) == ["tanh", "convert_element_type", "add"]
    assert became(step.bundle, 18) == ["mul"]


def test_a_line_that_calls_a_function_is_credited_for_what_stands_in_it(step: Both) -> None:
    assert became(step.bundle, 14, EdgeKind.INLINED) == ["sin", "mul"]
    assert became(step.bundle, 16, EdgeKind.INLINED) == ["sin", "mul", "dot_general", "add"]


def test_columns_are_characters_of_the_line(step: Both) -> None:
    jaxpr = f"{unit(step.bundle, 'step')}/jaxpr"
    line = '    é, w = "ü", jnp.tanh(z) + y'
    found = [edge for edge in edges(step.bundle, "program/step.py", jaxpr) if edge.start == 17]
    spans = {line[slice(*edge.columns)] for edge in found if edge.columns and edge.kind is EdgeKind.EXACT}

    assert spans == {"jnp.tanh(z)", "jnp.tanh(z) + y"}


def test_equations_lead_to_their_operations(step: Both) -> None:
    here = unit(step.bundle, "step")
    found = edges(step.bundle, f"{here}/jaxpr", f"{here}/stablehlo")
    pairs = {
        (told(step.bundle, f"{here}/jaxpr", edge.start), told(step.bundle, f"{here}/stablehlo", edge.end))
        for edge in found
    }

    assert {("sin", "stablehlo.sine"), ("tanh", "stablehlo.tanh"), ("dot_general", "stablehlo.dot_general")} <= pairs
    assert ("scan", "stablehlo.while") in pairs
    assert not {operation for primitive, operation in pairs if primitive == "tanh"} - {"stablehlo.tanh"}
    assert all(edge.kind is EdgeKind.EXACT for edge in found)


def test_equations_lead_to_their_instructions_and_fusions_keep_all(step: Both) -> None:
    here = unit(step.bundle, "step")
    start, end = f"{here}/jaxpr", f"{here}/hlo-optimized"
    found = edges(step.bundle, start, end)
    by_end: dict[int, set[str]] = {}
    for edge in found:
        by_end.setdefault(edge.end, set()).add(told(step.bundle, start, edge.start))
    fusions = [by_end[line] for line in by_end if told(step.bundle, end, line) == "fusion"]

    assert {"tanh", "convert_element_type", "add"} in fusions or {"tanh", "add"} in fusions
    assert {(told(step.bundle, end, line), *names) for line, names in by_end.items()} >= {
        ("tanh", "tanh"),
        ("sine", "sin"),
    }
    assert "text-identical without metadata" in entry(step.bundle, start, end).method


def test_operations_lead_to_instructions_of_the_same_name(step: Both) -> None:
    here = unit(step.bundle, "step")
    start, end = f"{here}/stablehlo", f"{here}/hlo-optimized"
    found = edges(step.bundle, start, end)
    pairs = {(told(step.bundle, start, edge.start), told(step.bundle, end, edge.end), edge.kind) for edge in found}

    assert ("stablehlo.tanh", "tanh", EdgeKind.EXACT) in pairs
    assert ("stablehlo.sine", "sine", EdgeKind.EXACT) in pairs


def test_what_xla_adds_is_a_loss_with_its_reason(step: Both) -> None:
    here = unit(step.bundle, "step")
    found = entry(step.bundle, f"{here}/jaxpr", f"{here}/hlo-optimized")

    assert {loss.why for loss in found.losses if loss.side == "to"} >= {"added by XLA"}


def test_coverage_is_whole(step: Both) -> None:
    here = unit(step.bundle, "step")
    found = entry(step.bundle, f"{here}/jaxpr", f"{here}/stablehlo")

    for side, lines, mapped in (
        ("from", found.start_lines, found.start_mapped),
        ("to", found.end_lines, found.end_mapped),
    ):
        assert lines == mapped + sum(loss.lines for loss in found.losses if loss.side == side)
