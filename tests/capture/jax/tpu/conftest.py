"""A program for TPUs that are not here, traced once for all tests."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from chipward.artifacts.line_graph import LineGraph
from chipward.bundle.read import Bundle, open_bundle

PROGRAMS = Path(__file__).parent / "programs"
SECONDS = 600  # a compiler on a busy machine
V5E, V5P = "tpu:v5e:2x2", "tpu:v5p:2x2x1"


@pytest.fixture(scope="session")
def on_tpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bundle]:
    """A training step, a Pallas kernel and a product over devices, for four chips and for one."""
    pytest.importorskip("libtpu")
    folder = tmp_path_factory.mktemp("on-tpus")
    shutil.copy(PROGRAMS / "on_tpus.py", folder)
    targets = ("--target", "tpu:v5e", "--target", "tpu:v5e:1x1")
    command = [sys.executable, "-m", "chipward", "trace", "-q", "-o", "run.chipward", *targets, "on_tpus.py"]
    (folder / "tmp").mkdir()
    environment = os.environ | {"JAX_PLATFORMS": "cpu", "TMPDIR": str(folder / "tmp")}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    left = [path.name for path in (folder / "tmp").iterdir() if "tpu" in path.name]
    assert left == [], "libtpu's files are taken away"
    with open_bundle(folder / "run.chipward") as opened:
        yield opened


@pytest.fixture(scope="session")
def tpu_lines(on_tpus: Bundle) -> LineGraph:
    """Its lines, joined by all maps."""
    return LineGraph(on_tpus.trace, on_tpus.line_map)
