"""Opens the session of a process that is about to import a framework, and sees to its end."""

import atexit
from collections.abc import Callable
from pathlib import Path

from chipward.bundle.journal import Journal
from chipward.capture.options import Options
from chipward.capture.session import Session
from chipward.capture.ways_out import before_leaving


def open_session(spool: str, options: str, *, is_program: bool, stop: Callable[[], None]) -> Session:
    """Open the session; `stop` is called when the process ends in a way that lets it."""
    folder = Path(spool)
    # Chipward itself has begun journal 0. A program that replaces itself by another is a child from then on.
    is_first = is_program and not (folder / "journal-0.0.jsonl").exists()
    journal = Journal(folder, process=0, part=0) if is_first else Journal(folder)
    atexit.register(stop)
    before_leaving(stop)
    return Session(journal, Options.read(options))
