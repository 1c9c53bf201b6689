"""Opens the session of a process that is about to import a framework, and sees to its end."""

import atexit
import os
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from chipward.bundle.journal import Journal
from chipward.capture.options import Options
from chipward.capture.session import Session


def open_session(spool: str, options: str, *, is_program: bool, stop: Callable[[], None]) -> Session:
    """Open the session; `stop` is called when the process ends in a way that lets it."""
    journal = Journal(Path(spool), process=0, part=0) if is_program else Journal(Path(spool))
    atexit.register(stop)
    leave = os._exit

    def stop_and_leave(status: int) -> NoReturn:
        stop()
        leave(status)

    # multiprocessing's children end so, too: no other way out would let their tracers finish.
    os._exit = stop_and_leave
    return Session(journal, Options.read(options))
