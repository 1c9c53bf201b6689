"""One program, recorded once for three targets, and compiled for two of them."""

from collections.abc import Iterator

import pytest
from target_recording import SEVERAL, TARGETS, Recording
from target_runs import record, work

from chipward.bundle.read import Bundle, open_bundle
from chipward.bundle.spool import Task, tasks


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
