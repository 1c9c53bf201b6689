"""A program that JAX compiles for two GPUs that are not here, traced once for all tests."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from chipward.artifacts.line_graph import LineGraph
from chipward.bundle.read import Bundle, open_bundle
from chipward.capture.tracers.jax.gpu.needs import lacking

PROGRAMS = Path(__file__).parent / "programs"
SECONDS = 600  # a compiler on a busy machine


@pytest.fixture(scope="session")
def four(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bundle]:
    """Small functions, for an H100 and for a T4."""
    if why := lacking():
        pytest.skip(why)
    folder = tmp_path_factory.mktemp("four")
    shutil.copy(PROGRAMS / "four.py", folder)
    targets = ["--target", "cuda:h100", "--target", "cuda:t4"]
    command = [sys.executable, "-m", "chipward", "trace", "-q", *targets, "-o", "run.chipward", "four.py"]
    environment = os.environ | {"JAX_PLATFORMS": "cpu"}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    with open_bundle(folder / "run.chipward") as opened:
        yield opened


@pytest.fixture(scope="session")
def ways(four: Bundle) -> LineGraph:
    """Its lines, joined by all maps."""
    return LineGraph(four.trace, four.line_map)
