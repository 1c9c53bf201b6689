"""Sees to it that the Python processes that a program starts are watched, whatever environment it gives them."""

import os
import sys
from collections.abc import Callable
from typing import Any

from chipward.capture.hook import PATH, TRACE, Hook

ENVIRONMENT = 5  # the place of the environment among the arguments of fork_exec, in all versions of Python 3


def follow_children(module: Any, hook: Hook) -> Callable[[], None]:  # noqa: ANN401 -- a module without types
    """Let `subprocess` and `multiprocessing`, which start processes by this module, hand on the hook."""
    real = module.fork_exec

    def fork_exec(*args: Any) -> Any:  # noqa: ANN401 -- two dozen arguments, which differ between versions
        given = args[ENVIRONMENT]
        if given is None:
            if os.environ.get(PATH) == hook.theirs:
                return real(*args)  # they inherit it
            given = [name + b"=" + value for name, value in os.environb.items()]
        return real(*args[:ENVIRONMENT], hooked(given, hook), *args[ENVIRONMENT + 1 :])

    _put(module, fork_exec, real)
    return lambda: _put(module, real, fork_exec)


def hooked(environment: list[bytes], hook: Hook) -> list[bytes]:
    """Return the environment with the hook in it, and with the PYTHONPATH that it had behind the hook's."""
    variables = dict(entry.split(b"=", 1) for entry in environment if b"=" in entry)
    theirs = variables.get(PATH.encode())
    ours = Hook(hook.trace, None if theirs is None else os.fsdecode(theirs)).variables
    rest = [entry for entry in environment if entry.split(b"=", 1)[0] not in {PATH.encode(), TRACE.encode()}]
    return [*rest, *(os.fsencode(f"{name}={value}") for name, value in ours.items())]


def _put(module: Any, new: Any, old: Any) -> None:  # noqa: ANN401 -- see above
    for holder, name in ((module, "fork_exec"), (sys.modules.get("subprocess"), "_fork_exec")):
        if getattr(holder, name, None) is old:
            setattr(holder, name, new)
