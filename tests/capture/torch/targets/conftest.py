"""One program, recorded once for three targets, and compiled for two of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from target_runs import record, work

from chipward.bundle.read import Bundle, open_bundle
from chipward.bundle.spool import Task, tasks

SEVERAL = Path(__file__).parent / "programs" / "several.py"
TARGETS = ("cuda:h100", "cuda:a100", "rocm:mi300x")


@dataclass(frozen=True)
class Recording:
    """A recording, what the program printed, and what is to be done after it."""

    spool: Path
    stdout: str
    left: tuple[Task, ...]


@pytest.fixture(scope="session")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """The program's run. Nothing is compiled for a target yet."""
    spool, stdout = record(tmp_path_factory.mktemp("targets"), SEVERAL, targets=TARGETS)
    return Recording(spool, stdout, tasks(spool))


@pytest.fixture(scope="session")
def on_the_h100(recording: Recording) -> list[Task]:
    """What was done for an H100."""
    return work(recording.spool, "cuda:h100")


@pytest.fixture(scope="session")
def compiled(recording: Recording, on_the_h100: list[Task]) -> Iterator[Bundle]:
    """The trace with all graphs for an H100, and one for an MI300X."""
    assert on_the_h100
    work(recording.spool, "rocm:mi300x", only=lambda task: "doubled" in str(task.facts["what"]))
    with open_bundle(recording.spool) as bundle:
        yield bundle
