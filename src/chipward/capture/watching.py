"""Watches one process: waits for the import of a framework, then starts its tracers.

Every process of a traced program loads this file, so it imports little until a framework is there.
"""

from __future__ import annotations

import sys

from chipward.capture.imports import ImportWatch
from chipward.capture.tracers import TRACERS

TYPE_CHECKING = False  # of `typing`, which takes longer to import than all of this
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from chipward.capture.session import Session
    from chipward.capture.tracers.tracer import Hook, Tracer


class Watching:
    """The watch over this process, from its start or from the start of a block. There is one at a time."""

    active: Watching | None = None

    def __init__(self, open_session: Callable[[], Session]) -> None:
        self.imports = ImportWatch()
        self._open_session = open_session
        self._session: Session | None = None
        self._tracers: list[Tracer] = []
        self._at_end: list[Callable[[], None]] = []

    def start(self) -> None:
        """Watch for frameworks, and start the tracers of those that are there already."""
        Watching.active = self
        self.imports.install()
        for root in TRACERS:
            if root in sys.modules:
                self._wake(root, is_there=True)
            else:
                self.imports.before[root] = self._waking(root)

    @property
    def is_awake(self) -> bool:
        """Whether there was a framework to watch in this process."""
        return self._session is not None

    def at_end(self, undo: Callable[[], None]) -> None:
        """Have something undone when the watch ends."""
        self._at_end.append(undo)

    def stop(self) -> None:
        """Stop the tracers, the last one first."""
        Watching.active = None
        self.imports.remove()
        while self._at_end:
            self._at_end.pop()()
        session = self._session
        while session is not None and self._tracers:
            with session.guard("The end of what was seen"):
                self._tracers.pop().stop(session)

    def _waking(self, root: str) -> Callable[[], None]:
        def wake() -> None:
            self._wake(root, is_there=False)

        return wake

    def _wake(self, root: str, *, is_there: bool) -> None:
        from importlib import import_module  # noqa: PLC0415 -- only a program with a framework pays for it

        if self._session is None:
            try:
                self._session = self._open_session()
            except Exception as error:  # noqa: BLE001 -- whatever it is, the program must run
                sys.stderr.write(f"chipward: a process is not watched ({type(error).__name__}: {error})\n")
                return
        session = self._session
        self._watch(root, _keep_version, session, is_there=is_there)
        for name in TRACERS[root]:
            with session.guard(f"What the tracer {name.removeprefix('chipward.capture.tracers.')} sees"):
                tracer: Tracer = import_module(name).TRACER
                self._tracers.append(tracer)
                for watched, hook in tracer.watches.items():
                    self._watch(watched, hook, session, is_there=is_there)

    def _watch(self, name: str, hook: Hook, session: Session, *, is_there: bool) -> None:
        hooked = _hooked(name, hook, session)
        self.imports.after.setdefault(name, []).append(hooked)
        if is_there and name in sys.modules:
            hooked(sys.modules[name])


def _keep_version(framework: ModuleType, session: Session) -> None:
    session.journal.environment(packages={framework.__name__: str(framework.__version__)})


def _hooked(name: str, hook: Hook, session: Session) -> Callable[[ModuleType], None]:
    def hooked(module: ModuleType) -> None:
        with session.guard(f"What {name} does"):
            hook(module, session)

    return hooked
