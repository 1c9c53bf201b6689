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


def do_tasks(folder: Path, telling: Telling, *, slow_ones: bool) -> None:
    """Do all tasks, or those that are quick; after Ctrl-C, say of the rest that it is missing."""
    every = tasks(folder)
    todo = tuple(task for task in every if slow_ones or task.facts.get("quick") is True)
    for task in every:
        if task not in todo:
            give_up(folder, task, NOT_ASKED)
    crew = Crew(folder, todo)
    try:
        if todo:
            telling.begin("after-work", len(todo))
        for ended in crew.work():
            telling.ended(ended)
    except KeyboardInterrupt:
        crew.stop()
