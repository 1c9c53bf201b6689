"""What is told on standard error once a traced program has ended: how far the after-work is, and what was seen."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from chipward.capture.finish import finish
from chipward.capture.summary import counted, kept, lacking_targets, summary
from chipward.cli.say import say
from chipward.errors import ChipwardError

STOP = "Ctrl-C stops it and keeps the rest"


def make_bundle(folder: Path, out: Path, *, after_work: bool, quiet: bool) -> bool:
    """Make the bundle of a recording and say what is in it. Whatever goes wrong, the recording stays."""
    try:
        with showing(quiet=quiet) as telling:
            trace = finish(folder, out, telling, after_work=after_work)
    except ChipwardError as refused:
        tell(f"{refused}; {kept(folder, after=str(refused))}")
    except KeyboardInterrupt:
        tell(f"stopped; {kept(folder)}")
    except Exception as error:  # noqa: BLE001 -- the program has run, and its exit code is to be the last word
        tell(f"the bundle could not be made ({type(error).__name__}: {error}); {kept(folder)}")
    else:
        for sentence in lacking_targets(trace) if quiet else summary(trace, out):
            tell(sentence)
        return True
    return False


def tell(sentence: str) -> None:
    """Say a sentence on standard error, if anybody is left to hear it."""
    try:
        say(f"chipward: {sentence}", err=True)
    except OSError:
        return


class Bar:
    """A bar on a terminal."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._task: TaskID | None = None

    def begin(self, what: str, count: int) -> None:
        """Draw the bar."""
        self._progress.start()
        self._task = self._progress.add_task(f"chipward: {what} ({STOP})", total=count)

    def grown(self, count: int) -> None:
        """Make it longer."""
        for task in self._progress.tasks:
            self._progress.update(task.id, total=(task.total or 0) + count)

    def ended(self, count: int) -> None:
        """Fill it so far."""
        if self._task is not None:
            self._progress.update(self._task, completed=count)


class Line:
    """One line where there is no terminal, or none at all."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet

    def begin(self, what: str, count: int) -> None:
        """Write the line."""
        if not self._quiet:
            tell(f"{what}: {counted(count, 'task')}; {STOP}")

    def grown(self, count: int) -> None:
        """Write another."""
        if not self._quiet:
            tell(f"after-work: {counted(count, 'task')} more; {STOP}")

    def ended(self, count: int) -> None:
        """Leave it as it is."""


@contextmanager
def showing(*, quiet: bool) -> Iterator[Bar | Line]:
    """Show progress where somebody looks on."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield Line(quiet=quiet)
        return
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    try:
        yield Bar(progress)
    finally:
        progress.stop()
