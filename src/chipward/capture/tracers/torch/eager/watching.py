"""The watch over a process: one mode for each of its threads, and what wakes those that sleep."""

import os
import sys
import threading
from types import FrameType
from typing import Any
from weakref import WeakMethod, WeakSet

from chipward.capture import alarm
from chipward.capture.pace import Pace
from chipward.capture.session import Session
from chipward.capture.tracers.torch.eager.beside import Beside
from chipward.capture.tracers.torch.eager.inside import is_compiling
from chipward.capture.tracers.torch.eager.observations import Observations
from chipward.capture.tracers.torch.eager.signs import Signs
from chipward.capture.tracers.torch.eager.thread_watch import ThreadWatch
from chipward.capture.tracers.torch.eager.uncompiled import keep_uncompiled

RETRY = 0.05  # seconds after which to try again, where another mode or the compiler is at work


class Watching:
    """Watches all threads that start from now on, and the one that calls `start`."""

    def __init__(self, session: Session, beside: Beside | None = None) -> None:
        self._session = session
        self._beside = beside
        self._observations = Observations(session, beside)
        self._local = threading.local()
        self._watches: WeakSet[ThreadWatch] = WeakSet()  # one for each thread
        self._every_call = session.options.every_call
        self._signs = Signs(self._sign)
        self._alarm = alarm.Alarm(self._rung)
        self._is_over = False

    def start(self) -> None:
        """Begin."""
        keep_uncompiled()
        self._signs.watch(self._thread_runs)
        forked = WeakMethod(self._forked)  # Python never forgets what it is to call at a fork
        os.register_at_fork(after_in_child=lambda: (method := forked()) and method())
        self._here().wake(by_time=False)

    def stop(self) -> None:
        """End: no thread is looked at any more."""
        if self._is_over:
            return
        self._is_over = True
        self._alarm.stop()
        self._signs.stop()
        with self._session.guard("How often each operator was called", "pytorch"):
            here = self._here()
            if not here.pace.is_awake:
                self._observations.write_pause(here.pace.slept, "the end")
            for watch in tuple(self._watches):
                watch.retire()
            here.leave()
            self._observations.write_counts("end")

    def _here(self) -> ThreadWatch:
        watch: ThreadWatch | None = getattr(self._local, "watch", None)
        if watch is None:
            pace = Pace(every_call=self._every_call)
            watch = self._local.watch = ThreadWatch(self._session, self._observations, pace, self._tired, self._depart)
            self._watches.add(watch)
        return watch

    def _tired(self) -> None:
        # Called while an operator is dispatched, when the mode cannot leave: PyTorch puts it back afterwards. The next
        # call or return of any function of this thread is the first moment at which it can.
        watch = self._here()
        seconds = watch.pace.sleep()
        self._observations.write_counts("calm")
        self._depart()
        if threading.current_thread() is threading.main_thread():
            self._alarm.set(seconds)

    def _depart(self) -> None:
        if sys.getprofile() is None:
            sys.setprofile(self._leave_soon)

    def _leave_soon(self, frame: FrameType, event: str, arg: Any) -> None:  # noqa: ANN401 -- as Python calls it
        del frame, event, arg
        watch = self._here()
        if (watch.pace.is_awake and not watch.is_over) or watch.leave():
            sys.setprofile(None)

    def _rung(self) -> None:
        if not self._is_over and not self._here().pace.is_awake and not self._wake("time had passed", by_time=True):
            self._alarm.set(RETRY)

    def _sign(self, what: str) -> None:
        with self._session.guard("The operators called from here on", "pytorch"):
            if not self._here().pace.is_awake:
                self._wake(what, by_time=False)

    def _wake(self, woken_by: str, *, by_time: bool) -> bool:
        with self._session.guard("The operators called from here on", "pytorch"):
            slept = self._here().pace.slept
            if is_compiling() or not self._here().wake(by_time=by_time):
                return False
            self._observations.write_pause(slept, woken_by)
        return True

    def _thread_runs(self, run: Any) -> None:  # noqa: ANN401 -- what the thread does
        wall = self._session.guard("The operators that threads call", "pytorch")
        with wall:
            self._here().wake(by_time=False)
        try:
            run()
        finally:
            with wall:
                self._here().leave()

    def _forked(self) -> None:
        if self._is_over:
            return
        self._observations = Observations(self._session, self._beside)
        self._alarm.forked()
        self._here().forget(self._observations)
        self._here().wake(by_time=False)
