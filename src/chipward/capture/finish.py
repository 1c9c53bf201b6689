"""Makes a bundle of a spool folder: the after-work, the line maps, the packing. The folder stays until that is done."""

import shutil
from pathlib import Path
from typing import Protocol

from chipward.artifacts.kinds import KINDS
from chipward.bundle.pack import pack
from chipward.bundle.spool import tasks
from chipward.capture.after_work import do_tasks
from chipward.capture.crew import give_up
from chipward.capture.derived import add_derived_maps
from chipward.model.trace import Trace

NOT_ASKED = "You asked for no after-work."


class Telling(Protocol):
    """Whoever shows how far it is."""

    def begin(self, what: str, count: int) -> None:
        """So many things of this sort are to be done."""

    def ended(self, count: int) -> None:
        """So many of them have ended."""


def finish(folder: Path, out: Path, telling: Telling, *, after_work: bool = True) -> Trace:
    """Make the bundle, and remove the folder."""
    todo = tasks(folder)
    if todo and after_work:
        telling.begin("after-work", len(todo))
        do_tasks(folder, todo, telling.ended)
    for task in () if after_work else todo:
        give_up(folder, task, NOT_ASKED)
    add_derived_maps(folder)
    trace = pack(folder, out, {kind.id: kind.suffix for kind in KINDS})
    shutil.rmtree(folder, ignore_errors=True)
    return trace
