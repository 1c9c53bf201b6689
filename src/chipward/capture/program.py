"""Begins the watch in a process of a traced program. Imports little until a framework is there."""

from __future__ import annotations

import os

from chipward.capture.watching import Watching

TYPE_CHECKING = False  # of `typing`, which takes longer to import than all of this
if TYPE_CHECKING:
    from chipward.capture.hook import Hook
    from chipward.capture.session import Session


def begin(hook: Hook) -> None:
    """Watch this process and its children."""
    parent, options, folder = hook.told
    if not os.path.isdir(folder):  # noqa: PTH112 -- pathlib is not there yet
        return  # the run is over, and its bundle made: this process has outlived it
    program = os.getpid() if os.getppid() == parent else 0

    def open_session() -> Session:
        from chipward.capture.opening import open_session  # noqa: PLC0415 -- only who imports a framework pays for it

        return open_session(folder, options, is_program=os.getpid() == program, stop=watching.stop)

    watching = Watching(open_session)
    watching.start()
    hook.follow(watching)
