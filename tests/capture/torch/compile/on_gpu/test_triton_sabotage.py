"""Whatever of the tracer fails, PyTorch generates the same Triton, and the trace says what it lost."""

import json

import pytest
from gpu_runs import Compiled

pytestmark = pytest.mark.slow


def test_each_harm_leaves_the_code_alone_and_is_told_or_counted(compiled: Compiled) -> None:
    mapped = {name: _mapped(records) for name, records in compiled.sabotaged("both_ways.py", "running_sums.py").items()}
    assert len(mapped) >= 10
    whole = mapped.pop("whole")
    assert whole >= 80
    for name, lines in mapped.items():
        assert lines < whole, name


def _mapped(records: list[str]) -> int:
    """How many lines of Triton have a node."""
    maps = [record for line in records if (record := json.loads(line))["type"] == "map"]
    to_triton = [each for each in maps if each["start"].endswith("/post-grad") and each["end"].endswith("/triton")]
    return sum(len(set(each["edges"]["to"])) for each in to_triton)
