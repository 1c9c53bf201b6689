"""Starts a program as the shell would, waits for it, and hands on the signals that are meant for it."""

import os
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chipward.errors import Misuse

HANDED_ON = {
    signal.SIGINT,
    signal.SIGQUIT,
    signal.SIGTERM,
    signal.SIGHUP,
    signal.SIGUSR1,
    signal.SIGUSR2,
}
# Python ignores these, and what it starts would inherit that.
_IGNORED_BY_PYTHON = (signal.SIGPIPE, signal.SIGXFSZ)


@dataclass(frozen=True)
class Ended:
    """How a program ended: by an exit code or by a signal."""

    exit_code: int | None
    signal: int | None

    @property
    def signal_name(self) -> str | None:
        """SIGKILL; a number for a signal without a name."""
        if self.signal is None:
            return None
        try:
            return signal.Signals(self.signal).name
        except ValueError:
            return f"signal {self.signal}"


def check_system() -> None:
    """Refuse a system without what is needed to hand on signals as they are meant."""
    if not hasattr(signal, "sigwaitinfo"):
        message = f"{sys.platform} is no system that chipward can trace programs on; trace them on Linux"
        raise Misuse(message)


def launch(arguments: Sequence[str], environment: Mapping[str, str]) -> Ended:
    """Run Python with these arguments, on the same terminal, in the same folder, with the same open files."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # whoever started chipward may have it ignored, and no end be heard
    # While they are blocked they wait to be read here. Ctrl-C reaches the program by itself.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {*HANDED_ON, signal.SIGCHLD})
    try:
        program = os.posix_spawn(
            sys.executable,
            [sys.executable, *arguments],
            environment,
            setsigmask=before,
            setsigdef=_IGNORED_BY_PYTHON,
        )
        return _wait_for(program)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_alike(ended: Ended) -> int:
    """Return the exit code to end with; where the program died by a signal, die by it."""
    if ended.signal is None:
        return ended.exit_code or 0
    import resource  # noqa: PLC0415 -- seldom needed

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the program has left its own, if any
    if ended.signal not in {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(ended.signal, signal.SIG_DFL)
    os.kill(os.getpid(), ended.signal)
    return 128 + ended.signal  # the first process of a container does not die


def _wait_for(program: int) -> Ended:
    while True:
        arrived = signal.sigwaitinfo({*HANDED_ON, signal.SIGCHLD})
        if arrived.si_signo == signal.SIGCHLD:
            ended, status = os.waitpid(program, os.WNOHANG)
            if ended:
                code = os.waitstatus_to_exitcode(status)
                return Ended(code, None) if code >= 0 else Ended(None, -code)
        elif arrived.si_code <= 0:  # a process sent it to chipward; the terminal sends to the program, too
            os.kill(program, arrived.si_signo)
