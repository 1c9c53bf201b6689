"""Sees to it that the Python processes that a program starts are watched, whatever environment it gives them."""

import os
import sys
from collections.abc import Mapping
from typing import Any

ENVIRONMENT = 5  # the place of the environment among the arguments of fork_exec, in all versions of Python 3


def follow_children(module: Any, hook: Mapping[str, str]) -> None:  # noqa: ANN401 -- a module without types
    """Let `subprocess` and `multiprocessing`, which start processes by this module, hand on the hook."""
    real = module.fork_exec
    theirs = os.environ.get("PYTHONPATH")

    def fork_exec(*args: Any) -> Any:  # noqa: ANN401 -- two dozen arguments, which differ between versions
        given = args[ENVIRONMENT]
        if given is None and os.environ.get("PYTHONPATH") == theirs:
            return real(*args)  # they inherit it
        if given is None:
            given = [name + b"=" + value for name, value in os.environb.items()]
        return real(*args[:ENVIRONMENT], hooked(given, hook), *args[ENVIRONMENT + 1 :])

    module.fork_exec = fork_exec
    taken = vars(sys.modules["subprocess"]) if "subprocess" in sys.modules else {}
    if taken.get("_fork_exec") is real:
        taken["_fork_exec"] = fork_exec


def hooked(environment: list[bytes], hook: Mapping[str, str]) -> list[bytes]:
    """Return the environment with the hook in it, and with the PYTHONPATH that it had behind the hook's."""
    first = b"PYTHONPATH=" + os.fsencode(hook["PYTHONPATH"])
    rest = [entry for entry in environment if not entry.startswith((b"PYTHONPATH=", b"CHIPWARD_TRACE="))]
    for entry in environment:
        if entry.startswith(b"PYTHONPATH="):
            first += os.pathsep.encode() + entry.removeprefix(b"PYTHONPATH=")
    return [*rest, first, b"CHIPWARD_TRACE=" + os.fsencode(hook["CHIPWARD_TRACE"])]
