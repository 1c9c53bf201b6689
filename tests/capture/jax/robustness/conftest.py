"""Programs of every sort, as they are written, traced once for all tests."""

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
SECONDS = 900  # compilers on a busy machine
TARGETS = ("cuda:h100", "tpu:v5e:2x4")


def traced(folder: Path, program: str, *targets: str) -> Path:
    """Trace one of the programs in a folder of its own; return the bundle."""
    for file in PROGRAMS.iterdir():
        shutil.copy(file, folder)
    wanted = [word for target in targets for word in ("--target", target)]
    command = [sys.executable, "-m", "chipward", "trace", "-q", "-o", "run.chipward", *wanted, program]
    environment = os.environ | {"JAX_PLATFORMS": "cpu"}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    (folder / "said.txt").write_text(done.stdout)
    return folder / "run.chipward"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the program of nineteen sorts was traced, for a GPU and for eight TPUs."""
    place = tmp_path_factory.mktemp("nineteen")
    traced(place, "nineteen.py", *TARGETS)
    return place


@pytest.fixture(scope="session")
def nineteen(folder: Path) -> Iterator[Bundle]:
    """What came of it."""
    with open_bundle(folder / "run.chipward") as opened:
        yield opened


@pytest.fixture(scope="session")
def ways(nineteen: Bundle) -> LineGraph:
    """Its lines, joined by all maps."""
    return LineGraph(nineteen.trace, nineteen.line_map)


@pytest.fixture(scope="session")
def unrolled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bundle]:
    """The gradient of four layers that are written out, nearly a thousand equations, for the CPU alone."""
    with open_bundle(traced(tmp_path_factory.mktemp("unrolled"), "unrolled.py")) as opened:
        yield opened
