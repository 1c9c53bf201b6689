"""Programs that JAX compiles for the CPU, traced once for all tests."""

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


def trace(folder: Path, program: str) -> Path:
    """Trace a program in a folder of its own; return the bundle."""
    shutil.copy(PROGRAMS / program, folder)
    command = [sys.executable, "-m", "chipward", "trace", "-q", "-o", "run.chipward", program]
    environment = os.environ | {"JAX_PLATFORMS": "cpu"}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return folder / "run.chipward"


@pytest.fixture(scope="session")
def three(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bundle]:
    """Three small functions: one kernel, a call of a library, a loop."""
    with open_bundle(trace(tmp_path_factory.mktemp("three"), "three.py")) as opened:
        yield opened


@pytest.fixture(scope="session")
def lines(three: Bundle) -> LineGraph:
    """Its lines, joined by all maps."""
    return LineGraph(three.trace, three.line_map)
