"""A program that is run once more on a stand-in, traced once for all tests: `make test-cuda-wheel`."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from programs import Place

from chipward.bundle.read import Bundle
from chipward.capture.tracers.torch.dry_run.no_dry_run import NoDryRunError
from chipward.capture.tracers.torch.dry_run.wheel import fitting_torch
from chipward.dataset.targets import find_target

PROGRAM = Path(__file__).parent / "programs" / "program.py"
WAIT = 600  # seconds: the stand-in is built, PyTorch is loaded twice, and operators are sampled


@pytest.fixture(scope="session")
def traced(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """The program and its trace; skips where there is no build of PyTorch for CUDA."""
    try:
        fitting_torch(find_target("cuda:h100"))
    except NoDryRunError as error:
        pytest.skip(str(error))  # `make test-cuda-wheel` runs these; ../test_recorded.py holds the recorded run
    place = Place(tmp_path_factory.mktemp("dry-run"), dict(os.environ) | {"OMP_NUM_THREADS": "1"})
    place.write(PROGRAM.read_text())
    command = place.command("program.py", options=["--quiet", "--target", "cuda:h100", "--dry-run"])
    done = subprocess.run(
        command, cwd=place.folder, env=place.environment, capture_output=True, timeout=WAIT, check=False
    )
    (place.folder / "output.txt").write_bytes(done.stdout)
    assert done.returncode == 0, done.stderr
    return place


@pytest.fixture(scope="session")
def bundle(traced: Place) -> Iterator[Bundle]:
    """What the trace holds."""
    with traced.bundle() as opened:
        yield opened
