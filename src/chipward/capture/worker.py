"""A process that does the after-work it is told, task by task: one JSON object a line in, one word a line out."""

import json
import os
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path
from typing import TextIO

from chipward.bundle.journal import Journal
from chipward.bundle.spool import Task
from chipward.capture.session import reason
from chipward.capture.tracers import TASKS
from chipward.capture.tracers.tracer import Task as Work

DONE = "done"
FACTS = ("what", "stage", "unit")
NICENESS = 10  # whoever else uses the machine comes first


def work(folder: Path, orders: TextIO, answers: TextIO) -> None:
    """Do each task that is ordered. What a task prints is nobody's answer."""
    for order in orders:
        with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
            perform(Task(**json.loads(order)), folder)
        print(DONE, file=answers, flush=True)


def perform(task: Task, folder: Path) -> None:
    """Do one task. One that fails says so in its journal."""
    journal = task.journal(folder)
    try:
        _known(task.name)(task.facts, journal)
    except Exception as error:  # noqa: BLE001 -- whatever it is, it becomes the reason
        lacks(journal, task, reason(error))
    journal.done(task.key)


def lacks(journal: Journal, task: Task, why: str) -> None:
    """Say that what a task brings is missing. Its facts may say what that is, of which stage, unit and selection."""
    what, stage, unit = (value if isinstance(value := task.facts.get(key), str) else None for key in FACTS)
    selection = task.facts.get("selection")
    path = selection if isinstance(selection, dict) else None
    journal.missing(what or f"What {task.name} brings", why, stage=stage, unit=unit, selection=path)


def _known(name: str) -> Work:
    failed: Exception | None = None
    for module in TASKS:
        try:
            tasks: Mapping[str, Work] = import_module(module).TASKS
        except Exception as error:  # noqa: BLE001 -- the other modules' tasks can be done
            failed = error
        else:
            if name in tasks:
                return tasks[name]
    raise failed or KeyError(name)


if __name__ == "__main__":
    os.nice(NICENESS)
    work(Path(sys.argv[1]), sys.stdin, sys.stdout)
    os._exit(0)  # chipward waits for the end, and there is nothing to tidy up
