"""A kernel of the program that no graph of this trace has is named, also where another trace has met it."""

import json
from pathlib import Path
from typing import Any

import pytest
import triton

from chipward.bundle.journal import Journal
from chipward.capture.options import Options
from chipward.capture.session import Session
from chipward.capture.tracers.torch.targets.own_kernels.uncalled import tell_of_uncalled


@triton.jit
def lonely_kernel(pointer: object) -> None:
    """Do nothing."""


KERNEL: Any = lonely_kernel


def told(folder: Path, described: dict[int, Any]) -> list[str]:
    tell_of_uncalled(Session(Journal(folder), Options(targets=("cuda:h100",))), described)
    file = folder / "journal-0.jsonl"
    records = map(json.loads, file.read_text().splitlines() if file.exists() else ())
    return [record["what"] for record in records if record["type"] == "missing" and "lonely" in record["what"]]


@pytest.mark.slow
def test_each_trace_knows_its_own_graphs(tmp_path: Path) -> None:
    assert told(tmp_path / "first", {id(KERNEL): KERNEL}) == []
    assert told(tmp_path / "second", {}) == ["What the Triton kernel lonely_kernel becomes on cuda:h100"]
