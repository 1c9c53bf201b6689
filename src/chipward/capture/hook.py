"""The hook: what the environment of a process must hold so that Python is watched there. Imports nothing new."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # of `typing`, which takes longer to import than all of this
if TYPE_CHECKING:
    from chipward.capture.watching import Watching

TRACE = "CHIPWARD_TRACE"  # chipward's process, the options and the spool folder
PATH = "PYTHONPATH"
INJECT = f"{__file__.rpartition(os.sep)[0]}{os.sep}inject"


class Hook:
    """The two variables, and what the program itself has in the place of the second."""

    def __init__(self, trace: str, theirs: str | None) -> None:
        self.trace = trace
        self.theirs = theirs  # PYTHONPATH; an empty one and none are two things to a program that asks

    @classmethod
    def of(cls, process: int, options: str, folder: str) -> Hook:
        """Make the hook of a recording, for an environment without one."""
        return cls(f"{process}:{options}:{folder}", os.environ.get(PATH))

    @property
    def told(self) -> tuple[int, str, str]:
        """The process of chipward, or 0 if there is none; the options; the spool folder."""
        process, options, folder = self.trace.split(":", 2)
        return int(process), options, folder

    @property
    def variables(self) -> dict[str, str]:
        """What the environment must hold."""
        # An empty PYTHONPATH names no folder, but an empty entry names the current one: ours stands for it there.
        path = INJECT if self.theirs is None else f"{INJECT}{os.pathsep}{self.theirs or INJECT}"
        return {PATH: path, TRACE: self.trace}

    def set_for_children(self) -> None:
        """Put it where child processes inherit it. `os.environ`, which the program reads, does not show it."""
        for name, value in self.variables.items():
            os.putenv(name, value)

    def take_away(self) -> None:
        """Let children inherit what `os.environ` shows."""
        for name in (PATH, TRACE):
            if name in os.environ:
                os.putenv(name, os.environ[name])
            else:
                os.unsetenv(name)

    def follow(self, watching: Watching) -> None:
        """Give it to children whatever environment the program makes for them, once the program can start any."""

        def follow(module: object) -> None:
            from chipward.capture.children import follow_children  # noqa: PLC0415 -- only who starts processes pays

            watching.at_end(follow_children(module, self))

        watching.imports.after["_posixsubprocess"] = [follow]
        if "_posixsubprocess" in sys.modules:
            follow(sys.modules["_posixsubprocess"])
