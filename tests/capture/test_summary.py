"""The end of a run in a few sentences: what is missing for the same reason is told together."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from programs import WAIT

from chipward.bundle.read import open_bundle
from chipward.capture.summary import summary
from chipward.model.trace import Finding, NotSeen, Trace
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


def test_a_program_that_asked_for_a_gpu_is_told_at_once_how_to_do_without(tmp_path: Path) -> None:
    finding = Finding(kind="asks-for-a-gpu", text="Your program asks for a GPU.", advice="Ask first.")
    with open_bundle(write_trace(tmp_path / "made.chipward")) as bundle:
        found = (*bundle.trace.findings, finding)
        trace = bundle.trace.model_copy(update={"findings": found})
    first, second, *rest = summary(trace, Path("run.chipward"))
    assert first.startswith("run.chipward holds ")
    assert second == "Your program asks for a GPU. Ask first."
    assert not any(one.text in line for one in bundle.trace.findings for line in rest)  # others wait in the bundle


@pytest.mark.slow
def test_the_summary_of_a_run_tells_what_ended_a_program_that_calls_cuda(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text("import torch\n\nmodel = torch.nn.Linear(2, 2)\nmodel.cuda()\n")
    command = [sys.executable, "-m", "chipward", "trace", "--target", "cuda:h100", "train.py"]
    no_gpu = os.environ | {"CUDA_VISIBLE_DEVICES": ""}
    ended = subprocess.run(command, cwd=tmp_path, env=no_gpu, capture_output=True, text=True, timeout=WAIT, check=False)
    assert ended.returncode == 1  # as without chipward
    said = " ".join(ended.stderr.split())
    assert "Your program asks for a GPU, and here is none, so it ends there as it does without chipward:" in said
    assert 'Ask first: device = "cuda" if torch.cuda.is_available() else "cpu".' in said
    with open_bundle(tmp_path / "train.chipward") as bundle:
        (finding,) = (one for one in bundle.trace.findings if one.kind == "asks-for-a-gpu")
    assert finding.place
    assert (finding.place.artifact, finding.place.line) == ("program/train.py", 4)
