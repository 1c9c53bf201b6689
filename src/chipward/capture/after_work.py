"""The slow work that tracers have left for after the run. Ctrl-C stops it, and the rest is kept.

Work may leave further work. That is done in a further round, until a round leaves none.
"""

from pathlib import Path
from typing import Protocol

from chipward.bundle.spool import Task, tasks
from chipward.capture.crew import STOPPED, Crew, give_up

NOT_ASKED = "You asked for no after-work."


class Telling(Protocol):
    """Whoever shows how far it is."""

    def begin(self, what: str, count: int) -> None:
        """So many things of this sort are to be done."""

    def grown(self, count: int) -> None:
        """So many have come to it."""

    def ended(self, count: int) -> None:
        """So many of them have ended."""


def do_tasks(folder: Path, telling: Telling, *, slow_ones: bool) -> None:
    """Do all tasks, or those that are quick; after Ctrl-C, say of the rest that it is missing.

    What an earlier attempt has done, before chipward was killed, is not done again.
    """
    crew = Crew(folder)
    known: list[Task] = []
    ended = 0
    try:
        while left := tasks(folder, known):
            undone = [task for task in left if not task.is_done(folder)]
            todo = tuple(task for task in undone if slow_ones or task.facts.get("quick") is True)
            crew.take_on(todo)  # from here on it is the crew that says which of them are missing
            known += left
            for task in undone:
                if task not in todo:
                    give_up(folder, task, NOT_ASKED)
            if todo and ended:
                telling.grown(len(todo))
            elif todo:
                telling.begin("after-work", len(todo))
            for _ in crew.work():
                ended += 1
                telling.ended(ended)
        crew.leave()
    except KeyboardInterrupt:
        crew.stop()
        for task in tasks(folder, known):
            give_up(folder, task, STOPPED)
