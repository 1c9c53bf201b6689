"""Begins the watch in a process of a traced program. Imports little until a framework is there."""

from __future__ import annotations

import os
import sys

from chipward.capture.watching import Watching

TYPE_CHECKING = False  # of `typing`, which takes longer to import than all of this
if TYPE_CHECKING:
    from collections.abc import Mapping

    from chipward.capture.session import Session

TRACE = "CHIPWARD_TRACE"  # chipward's process, the options and the spool folder, for each process of the program


def spell(spool: str, options: str) -> str:
    """Spell what the program's processes are told, in the one variable that tells it."""
    return f"{os.getpid()}:{options}:{spool}"


def begin(hook: Mapping[str, str]) -> None:
    """Watch this process. The hook is what the environment of its children must hold for them to be watched."""
    parent, options, spool = hook[TRACE].split(":", 2)
    program = os.getpid() if os.getppid() == int(parent) else 0

    def open_session() -> Session:
        from chipward.capture.opening import open_session  # noqa: PLC0415 -- only who imports a framework pays for it

        return open_session(spool, options, is_program=os.getpid() == program, stop=watching.stop)

    watching = Watching(open_session)
    watching.start()
    _follow_children(watching, hook)


def _follow_children(watching: Watching, hook: Mapping[str, str]) -> None:
    def follow(module: object) -> None:
        from chipward.capture.children import follow_children  # noqa: PLC0415 -- only who starts processes pays for it

        follow_children(module, hook)

    watching.imports.after["_posixsubprocess"] = [follow]
    if "_posixsubprocess" in sys.modules:
        follow(sys.modules["_posixsubprocess"])
