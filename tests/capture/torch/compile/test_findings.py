"""What a person should know of a compilation is said in plain words, with its place."""

import pytest

from chipward.bundle.read import Bundle
from chipward.model.trace import Finding

pytestmark = pytest.mark.slow


def _found(bundle: Bundle, kind: str, program: str = "program/surprises.py") -> list[Finding]:
    return [
        each for each in bundle.trace.findings if each.kind == kind and each.place and each.place.artifact == program
    ]


def _line(bundle: Bundle, finding: Finding) -> str:
    assert finding.place
    return bundle.text(finding.place.artifact).split("\n")[finding.place.line - 1].strip()


def test_a_graph_break_has_its_reason_and_its_line(bundle: Bundle) -> None:
    (found,) = _found(bundle, "graph-break")
    assert _line(bundle, found).startswith('print(end="")')
    assert found.text.startswith("The graph ends here: Failed to trace builtin operator. Dynamo does not know how to")
    assert found.evidence
    assert "Graph break in user code" in bundle.text(found.evidence.artifact)
    assert "Traceback" not in bundle.text(found.evidence.artifact)
    assert found.advice


def test_a_recompile_names_the_guard_that_failed(bundle: Bundle) -> None:
    (found,) = _found(bundle, "recompile")
    assert "size mismatch at index 0. expected 8, actual 9" in found.text
    assert found.text.startswith("twice is compiled again, because frame-")


def test_a_size_that_became_dynamic_is_named(bundle: Bundle) -> None:
    (found,) = _found(bundle, "dynamic-shape")
    assert found.text.startswith("Size 0 of x is the symbol s")
    assert "It was 9 when it was compiled." in found.text


def test_the_second_graph_begins_where_the_first_one_ended(bundle: Bundle) -> None:
    names = [unit.name for unit in bundle.trace.units if unit.kind == "frame"]
    assert "broken" in names
    assert "broken, resumed at line 9" in names


def test_an_operator_left_to_pytorch_is_told_with_its_line(bundle: Bundle) -> None:
    (found,) = _found(bundle, "extern-call", "program/product.py")
    assert _line(bundle, found) == "z = x @ w"
    assert "extern_kernels.mm" in found.text


def test_the_width_of_loops_is_told_for_each_kernel(bundle: Bundle) -> None:
    told = {each.unit for each in bundle.trace.findings if each.kind in ("vectorised", "scalar-loop")}
    with_loops = {each.id for each in bundle.trace.units if each.id.startswith("kernel-")}
    assert told == with_loops


def test_a_loop_that_is_not_vectorised_says_why(bundle: Bundle) -> None:
    texts = [each.text for each in bundle.trace.findings if each.kind == "scalar-loop"]
    assert any("do not lie side by side" in text for text in texts), texts


def test_nothing_is_missing(bundle: Bundle) -> None:
    assert [each for each in bundle.trace.missing if each.stage in ("dynamo", "aotautograd", "inductor", "cpp")] == []
