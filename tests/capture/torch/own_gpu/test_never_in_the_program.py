"""What answers in the place of a GPU is in the after-work's rooms alone: the program sees what is really here."""

import subprocess
import sys
from pathlib import Path

import pytest
from own_gpu_runs import HERE, SECONDS, do, left, recorded

from chipward.bundle.read import open_bundle

pytestmark = pytest.mark.slow


def test_a_program_that_is_traced_for_a_gpu_sees_no_other_than_a_bare_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "3")
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path / "cache"))
    command = [sys.executable, str(HERE / "programs" / "looks.py")]
    bare = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True).stdout
    spool, traced = recorded(tmp_path, program="looks.py", target="cuda:h100")
    assert traced == bare
    assert traced.splitlines()[-2:] == ["{'CUDA_VISIBLE_DEVICES': '3'}", "[]"]
    do(spool, left(spool, "torch-graph-for-target"))  # in the room it answers
    with open_bundle(spool) as bundle:
        assert [each.id for each in bundle.trace.units if each.id.startswith("cuda-h100-kernel")]
