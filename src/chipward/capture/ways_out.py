"""The way out of a process that Python does not announce: `os._exit`, which ends multiprocessing's children, too."""

import os
from collections.abc import Callable
from typing import NoReturn


def before_leaving(stop: Callable[[], None]) -> Callable[[], None]:
    """Have `stop` called before a process ends by `os._exit`; return what takes that back."""
    leave = os._exit

    def stop_and_leave(status: int) -> NoReturn:
        try:
            stop()
        finally:  # whatever comes in between, such as Ctrl-C
            leave(status)

    def take_back() -> None:
        if os._exit is stop_and_leave:
            os._exit = leave

    os._exit = stop_and_leave
    return take_back
