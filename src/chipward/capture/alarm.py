"""Rings on the main thread after a time: a thread that waits, and Python's way to have the main thread call something.

The thread is started by the first sleep, so that a program that never sleeps has none.
"""

import _thread
import ctypes
from collections.abc import Callable

_Pending = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p)


class Alarm:
    """One alarm clock."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._pending = _Pending(self._rung)  # held for as long as the interpreter may call it
        self._is_running = False
        self._seconds: float | None = None
        self._set = _thread.allocate_lock()
        self._set.acquire()
        self._over = _thread.allocate_lock()
        self._over.acquire()

    def set(self, seconds: float) -> None:
        """Ring once, after so many seconds."""
        self._seconds = seconds
        if not self._is_running:
            self._is_running = True
            _thread.start_new_thread(self._wait, ())
        if self._set.locked():
            self._set.release()

    def stop(self) -> None:
        """Ring no more."""
        self._seconds = None
        if self._over.locked():
            self._over.release()
        if self._set.locked():
            self._set.release()

    def forked(self) -> None:
        """Only the thread that forks goes on in the child."""
        self.__init__(self._ring)  # type: ignore[misc]  # all anew

    def _wait(self) -> None:
        while self._set.acquire():
            seconds, self._seconds = self._seconds, None
            if seconds is None or self._over.acquire(timeout=seconds):
                return
            ctypes.pythonapi.Py_AddPendingCall(self._pending, None)

    def _rung(self, _: object) -> int:
        if self._is_running and self._over.locked():
            self._ring()
        return 0
