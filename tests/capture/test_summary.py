"""The end of a run in a few sentences: what is missing for the same reason is told together."""

from pathlib import Path

from chipward.bundle.read import open_bundle
from chipward.capture.summary import summary
from chipward.model.trace import NotSeen, Trace
from made_up_trace import write_trace


def told(folder: Path, *missing: tuple[str, str]) -> list[str]:
    with open_bundle(write_trace(folder / "made.chipward")) as bundle:
        changed = bundle.trace.model_copy(update={"missing": tuple(NotSeen(what=a, why=b) for a, b in missing)})
    return [line for line in summary(changed, Path("run.chipward")) if line.startswith("missing")]


def test_things_that_are_missing_for_one_reason_are_one_line(tmp_path: Path) -> None:
    why = "You asked for no after-work."
    assert told(tmp_path, ("This", why), ("That", "It broke."), ("These", why), ("Those", why)) == [
        f"missing: This and 2 more: {why}",
        "missing: That: It broke.",
    ]


def test_many_reasons_are_left_to_the_bundle(tmp_path: Path) -> None:
    assert told(tmp_path, *((f"Thing {number}", f"Reason {number}.") for number in range(5)))[-2:] == [
        "missing: Thing 2: Reason 2.",
        "missing: 2 more, each with its reason in the bundle",
    ]


def test_a_run_that_lacks_nothing_says_nothing_of_it(tmp_path: Path) -> None:
    assert told(tmp_path) == []


def test_counts_are_those_of_the_trace(tmp_path: Path) -> None:
    with open_bundle(write_trace(tmp_path / "made.chipward")) as bundle:
        trace: Trace = bundle.trace
    first = next(iter(summary(trace, Path("run.chipward"))))
    assert first.startswith(f"run.chipward holds {len(trace.units)} units, {len(trace.artifacts)} artifacts, ")
