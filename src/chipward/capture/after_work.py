"""The slow work that tracers have left for after the run. Ctrl-C stops it, and the rest is kept."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from chipward.bundle.spool import Task
from chipward.capture.crew import Crew

Progress = Callable[[int], None]  # how many tasks have ended


def do_tasks(folder: Path, todo: tuple[Task, ...], progress: Progress) -> None:
    """Do all tasks, or, after Ctrl-C, say of the rest that it is missing."""
    crew = Crew(folder, todo)
    with interrupted_by(signal.SIGTERM):
        try:
            for ended in crew.work():
                progress(ended)
        except KeyboardInterrupt:
            crew.stop()


@contextmanager
def interrupted_by(number: signal.Signals) -> Iterator[None]:
    """Treat a signal like Ctrl-C."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        del number, frame
        raise KeyboardInterrupt

    before = signal.signal(number, interrupt)
    try:
        yield
    finally:
        signal.signal(number, before)
