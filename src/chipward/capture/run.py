"""Runs a program in a process of its own while its frameworks are watched, and makes a bundle of what was seen."""

import os
import shutil
import time
from datetime import UTC, datetime
from pathlib import Path

from chipward.bundle.journal import Journal
from chipward.capture.entry import Entry
from chipward.capture.hook import Hook
from chipward.capture.launch import Ended, launch
from chipward.capture.options import Options
from chipward.capture.output import Spool
from chipward.capture.serving import NONE_IMPORTED, leave_dry_runs, tell_unserved
from chipward.capture.surroundings import surroundings
from chipward.errors import Misuse


def run(entry: Entry, spool: Spool, options: Options, *, dry_run: bool = False) -> Ended:
    """Run the program as the shell would, and write into the spool folder what is seen and how it ended.

    ``dry_run`` leaves a second run for after it, on a stand-in for each target that has one.
    """
    journal = Journal(spool.folder)
    hook = Hook.of(os.getpid(), options.spelled(), str(spool.folder))
    journal.program(**entry.facts)
    journal.environment(**surroundings())
    if journal.trouble is not None:
        shutil.rmtree(spool.folder, ignore_errors=True)
        message = (
            f"nothing can be written beside {spool.out}: {journal.trouble} Make room, or name another place with -o"
        )
        raise Misuse(message)
    started, clock = datetime.now(UTC), time.monotonic()
    ended = launch(entry.command, os.environ | hook.variables)
    journal.outcome(**facts_of(ended), started=started.isoformat(), seconds=round(time.monotonic() - clock, 3))
    say_if_nothing_was_seen(spool.folder, journal)
    dry_run = dry_run and ended.signal is None
    tell_unserved(journal, options.targets, dry_run=dry_run)
    if dry_run:
        leave_dry_runs(journal, options.targets, entry.command, time.monotonic() - clock)
    return ended


def say_if_nothing_was_seen(folder: Path, journal: Journal) -> None:
    """Say what was looked for, if no process of the program had anything to tell."""
    if journal.trouble is None and len(tuple(folder.glob("journal-*.jsonl"))) == 1:
        journal.missing("What a framework made of the program", NONE_IMPORTED)


def facts_of(ended: Ended) -> dict[str, object]:
    """Return what the trace says of the end of a program."""
    if ended.signal is not None:
        return {"ending": "killed", "signal": ended.signal_name}
    return {"ending": "exited" if ended.exit_code else "finished", "exit_code": ended.exit_code}
