"""The slow work that tracers have left for after the run. Ctrl-C stops it, and the rest is kept."""

from pathlib import Path
from typing import Protocol

from chipward.bundle.spool import tasks
from chipward.capture.crew import Crew, give_up

NOT_ASKED = "You asked for no after-work."


class Telling(Protocol):
    """Whoever shows how far it is."""

    def begin(self, what: str, count: int) -> None:
        """So many things of this sort are to be done."""

    def ended(self, count: int) -> None:
        """So many of them have ended."""


def do_tasks(folder: Path, telling: Telling) -> None:
    """Do all tasks, or, after Ctrl-C, say of the rest that it is missing."""
    todo = tasks(folder)
    crew = Crew(folder, todo)
    try:
        if todo:
            telling.begin("after-work", len(todo))
        for ended in crew.work():
            telling.ended(ended)
    except KeyboardInterrupt:
        crew.stop()


def leave_tasks(folder: Path) -> None:
    """Say of all tasks that nobody asked for them."""
    for task in tasks(folder):
        give_up(folder, task, NOT_ASKED)
