"""A graph that reaches Inductor without TorchDynamo is not compiled for the targets, and that is said."""

import json
from pathlib import Path

import pytest
from target_runs import record

PROGRAM = Path(__file__).parent / "programs" / "own_graph.py"
TARGETS = ("cuda:h100", "rocm:mi300x")


@pytest.mark.slow
def test_it_is_told_once_for_each_target(tmp_path: Path) -> None:
    spool, stdout = record(tmp_path, PROGRAM, targets=TARGETS)
    assert stdout == "tensor([3., 3., 3., 3.])\n"
    records = [
        json.loads(line) for file in sorted(spool.glob("journal-*.jsonl")) for line in file.read_text().splitlines()
    ]
    gone = [each for each in records if each["type"] == "missing" and "becom" in each["what"]]
    assert [(each["what"], each["selection"]["target"]) for each in gone] == [
        (f"What graphs become on {target} that are not TorchDynamo's", target) for target in TARGETS
    ]
    assert all("torch._inductor.compile" in each["why"] for each in gone)
