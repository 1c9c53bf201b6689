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
    known = _known()
    for order in orders:
        with redirect_stdout(sys.stderr):
            perform(Task(**json.loads(order)), folder, known)
        print(DONE, file=answers, flush=True)


def perform(task: Task, folder: Path, known: Mapping[str, Work]) -> None:
    """Do one task. One that fails says so in its journal."""
    journal = task.journal(folder)
    try:
        known[task.name](task.facts, journal)
    except Exception as error:  # noqa: BLE001 -- whatever it is, it becomes the reason
        lacks(journal, task, reason(error))


def lacks(journal: Journal, task: Task, why: str) -> None:
    """Say that what a task brings is missing. Its facts may say what that is, of which stage and which unit."""
    what, stage, unit = (value if isinstance(value := task.facts.get(key), str) else None for key in FACTS)
    journal.missing(what or f"What {task.name} brings", why, stage=stage, unit=unit)


def _known() -> Mapping[str, Work]:
    return {name: task for module in TASKS for name, task in import_module(module).TASKS.items()}


if __name__ == "__main__":
    os.nice(NICENESS)
    work(Path(sys.argv[1]), sys.stdin, sys.stdout)
