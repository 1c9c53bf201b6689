"""``with chipward.trace("run.chipward"):``, and the same as a decorator: traces a part of a program from inside it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from types import TracebackType
from typing import ParamSpec, Self, TypeVar

from chipward.bundle.journal import Journal
from chipward.capture.hook import Hook
from chipward.capture.options import Options
from chipward.capture.output import Spool
from chipward.capture.run import say_if_nothing_was_seen
from chipward.capture.serving import tell_unserved
from chipward.capture.session import Session
from chipward.capture.surroundings import surroundings
from chipward.capture.wanted import wanted_elsewhere
from chipward.capture.watching import Watching
from chipward.capture.ways_out import before_leaving
from chipward.errors import Misuse

P = ParamSpec("P")
R = TypeVar("R")

NESTED = "this part of the program is traced already; trace the whole or the part, not both"


def trace(  # noqa: PLR0913 -- what the user may wish, each named at the call
    out: str | os.PathLike[str],
    *,
    reuse_caches: bool = False,
    every_call: bool = False,
    targets: Sequence[str] = (),
    after_work: bool = True,
    quiet: bool = False,
) -> "Block":
    """Trace a part of a program: ``with chipward.trace("run.chipward"):``, or ``@chipward.trace("run.chipward")``.

    Args:
        out: the bundle. It is written when the part ends, whichever way it ends.
        reuse_caches: let caches of earlier compilations answer. Without it all is compiled afresh.
        every_call: see every call of an operator. Without it eager code is let run alone where nothing new happens.
        targets: chips that need not be here, such as "cuda:h100": what is compiled is compiled for them, too.
        after_work: do what takes long, such as disassembly, when the part has ended.
        quiet: say only what goes wrong.
    """
    try:
        path = Path(out)
    except TypeError:
        message = 'chipward.trace wants the name of a bundle first, as in @chipward.trace("run.chipward")'
        raise Misuse(message) from None
    named = (targets,) if isinstance(targets, str) else tuple(targets)
    options = Options(reuse_caches=reuse_caches, every_call=every_call, targets=wanted_elsewhere(named))
    return Block(path, options, after_work=after_work, quiet=quiet)


class Block:
    """A part of a program that is traced each time it runs. Each run replaces the bundle of the one before."""

    def __init__(  # noqa: PLR0913 -- what a trace says of a block, and what the user wishes
        self,
        out: Path,
        options: Options,
        *,
        after_work: bool,
        quiet: bool,
        kind: str = "block",
        entry: str | None = None,
    ) -> None:
        self.out = out.absolute()
        self._options = options
        self._words = (*(() if after_work else ("--no-after-work",)), *(("--quiet",) if quiet else ()))
        self._kind = kind
        self.failed = False  # whoever runs code in the block without letting its exceptions out may say so
        self._entry = entry
        self._recording: Recording | None = None

    def __enter__(self) -> Self:
        if Watching.active is not None:
            raise Misuse(NESTED)
        frame = sys._getframe(1)  # noqa: SLF001 -- the frame that holds the block
        entry = self._entry or f"{frame.f_code.co_filename}:{frame.f_lineno}"
        self._recording = Recording(Spool.for_run(self.out), self._options, kind=self._kind, entry=entry)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, traceback: TracebackType | None
    ) -> None:
        recording, self._recording = self._recording, None
        if recording is not None and recording.end(failed=self.failed or raised is not None):
            make_bundle(recording.folder, self.out, self._words)

    def __call__(self, function: Callable[P, R]) -> Callable[P, R]:
        """Trace each call of a function."""

        @wraps(function)
        def traced(*args: P.args, **kwargs: P.kwargs) -> R:
            with self:
                return function(*args, **kwargs)

        self._entry = f"{function.__module__}.{function.__qualname__}"
        return traced


class Recording:
    """A recording that goes on in this process and in those that it starts meanwhile."""

    def __init__(self, spool: Spool, options: Options, *, kind: str, entry: str) -> None:
        self.folder = spool.folder
        self._spool = spool
        self._options = options
        self._process = os.getpid()
        self._journal = Journal(spool.folder)
        self._journal.program(kind=kind, entry=entry, arguments=sys.argv[1:], directory=str(Path.cwd()))
        self._journal.environment(**surroundings())
        self._started, self._clock = datetime.now(UTC), time.monotonic()
        session = Session(self._journal, options)
        self._watching = Watching(lambda: session)
        hook = Hook.of(0, options.spelled(), str(spool.folder))
        with ExitStack() as undo:
            undo.callback(self._watching.stop)
            undo.callback(before_leaving(self._watching.stop))
            hook.set_for_children()
            undo.callback(hook.take_away)
            self._watching.start()
            hook.follow(self._watching)
            self._undo = undo.pop_all()

    def end(self, *, failed: bool) -> bool:
        """Stop; return whether the bundle is this process's to make, and not that of one it was forked from."""
        self._undo.close()
        if os.getpid() != self._process:
            return False
        self._journal.outcome(
            ending="exited" if failed else "finished",
            started=self._started.isoformat(),
            seconds=round(time.monotonic() - self._clock, 3),
        )
        if not self._watching.is_awake:
            say_if_nothing_was_seen(self.folder, self._journal)
        tell_unserved(self._journal, self._options.targets)
        self._spool.release()
        return True


def make_bundle(folder: Path, out: Path, words: tuple[str, ...]) -> None:
    """Have the bundle made by a process of its own: the program's has loaded only what it needs itself."""
    command = [sys.executable, "-P", "-m", "chipward", "finish", *words, "-o", str(out), "--", str(folder)]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, process_group=0) as making:  # noqa: S603 -- our own command
        while making.poll() is None:
            try:
                making.wait()
            except KeyboardInterrupt:  # stops the after-work, not the program
                making.send_signal(signal.SIGINT)
