"""Why a function is compiled again: the line that called it, and JAX's own reason."""

import pytest
from dispatching import Both, below

from chipward.capture.tracers.jax.dispatch.reasons import NEW_FUNCTION, of_difference

TREE = "different input pytree: at input path [1]['times'], now static 3 and before static 2"


@pytest.fixture(scope="session")
def reasons(again: Both) -> list[tuple[int, str]]:
    """The line and the text of each finding."""
    found = (finding for finding in again.bundle.trace.findings if finding.kind == "recompile")
    return [(finding.place.line if finding.place else 0, finding.text) for finding in found]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "text"),
    [
        (17, "scaled is compiled again: different input types: at x, now f32[4] and before f32[3]."),
        (18, "scaled is compiled again: different input types: at x, now i32[4] and before f32[4]."),
        (19, f"scaled is compiled again: {TREE}."),
        (22, f"<lambda> is compiled again: {NEW_FUNCTION.text}."),
    ],
)
def test_a_reason_names_what_changed(reasons: list[tuple[int, str]], line: int, text: str) -> None:
    assert [found for found in reasons if found[0] == line] == [(line, text)]


@pytest.mark.slow
def test_a_setting_is_named(reasons: list[tuple[int, str]]) -> None:
    (text,) = [text for line, text in reasons if line == 25]
    assert "jax_default_matmul_precision differs: now float32 and before None" in text


@pytest.mark.slow
def test_only_what_is_compiled_again_has_a_reason(again: Both, reasons: list[tuple[int, str]]) -> None:
    assert [line for line, _ in reasons] == [17, 18, 19, 22, 25, 26]
    compiled = [unit for unit in again.bundle.trace.units if unit.kind == "jitted"]
    assert len(compiled) == 9  # six of `scaled`, and a lambda at each of its three calls


@pytest.mark.slow
def test_nothing_is_printed_and_no_setting_changed(again: Both) -> None:
    assert (again.traced.returncode, again.traced.stdout, again.traced.stderr) == (0, b"", again.bare.stderr)


@pytest.mark.slow
def test_what_was_compiled_ahead_is_counted_from_its_first_call(again: Both) -> None:
    assert below(again.bundle, "28:4-22") == ["compiled(scaled)(f32[5])  x3"]


def test_many_differences_are_told_in_part() -> None:
    told = "different input types:\n" + "\n".join(f"  * at a{n}, now f32[{n}] and before f32[9]" for n in range(7))
    reason = of_difference(f"{told}https://docs.jax.dev/en/latest/type_promotion.html#weak-types")

    assert reason.text.startswith("different input types: at a0, now f32[0] and before f32[9]; at a1")
    assert reason.text.endswith("; and 3 more")
    assert reason.advice is not None
    assert "padding" in reason.advice


def test_where_jax_names_nothing_that_is_said() -> None:
    assert "names no difference" in of_difference("cache miss explanation unavailable").text
