"""Sees to it that the Python processes that a program starts are watched, whatever environment it gives them."""

import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

from chipward.capture.hook import PATH, TRACE, Hook

ENVIRONMENT = 5  # the place of the environment among the arguments of fork_exec, in all versions of Python 3

_PATH, _TRACE = PATH.encode(), TRACE.encode()


def follow_children(module: Any, hook: Hook) -> Callable[[], None]:  # noqa: ANN401 -- a module without types
    """Let the functions by which `subprocess` and `multiprocessing` start processes hand on the hook.

    Return what takes that back.
    """
    fork_exec = _fork_exec(module.fork_exec, hook)
    changed = [
        (module, "fork_exec", module.fork_exec, fork_exec),
        (sys.modules.get("subprocess"), "_fork_exec", module.fork_exec, fork_exec),
        (os, "posix_spawn", os.posix_spawn, _posix_spawn(os.posix_spawn, hook)),  # by subprocess, from Python 3.13 on
        (os, "posix_spawnp", os.posix_spawnp, _posix_spawn(os.posix_spawnp, hook)),
    ]
    for holder, name, old, new in changed:
        _replace(holder, name, old, new)

    def take_back() -> None:
        for holder, name, old, new in changed:
            _replace(holder, name, new, old)

    return take_back


def with_hook(environment: Mapping[bytes, bytes], hook: Hook) -> dict[bytes, bytes]:
    """Return the environment with the hook in it, and with the PYTHONPATH that it had behind the hook's."""
    if _TRACE in environment:
        return dict(environment)  # another chipward, which the program runs, traces what it starts
    theirs = environment.get(_PATH)
    ours = Hook(hook.trace, None if theirs is None else os.fsdecode(theirs)).variables
    return {**environment, **{name.encode(): os.fsencode(value) for name, value in ours.items()}}


def _fork_exec(real: Callable[..., Any], hook: Hook) -> Callable[..., Any]:
    def fork_exec(*args: Any) -> Any:  # noqa: ANN401 -- two dozen arguments, which differ between versions
        given = args[ENVIRONMENT]
        if given is not None:
            environment = dict(entry.split(b"=", 1) for entry in given)
        elif os.environ.get(PATH) == hook.theirs:
            return real(*args)  # they inherit it
        else:
            environment = dict(os.environb)
        spelled = [b"=".join(entry) for entry in with_hook(environment, hook).items()]
        return real(*args[:ENVIRONMENT], spelled, *args[ENVIRONMENT + 1 :])

    return fork_exec


def _posix_spawn(real: Callable[..., int], hook: Hook) -> Callable[..., int]:
    def posix_spawn(path: Any, argv: Any, env: Any, /, **settings: Any) -> int:  # noqa: ANN401 -- as os takes them
        if env is not None:
            env = with_hook({os.fsencode(name): os.fsencode(value) for name, value in env.items()}, hook)
        return real(path, argv, env, **settings)

    return posix_spawn


def _replace(holder: Any, name: str, old: Any, new: Any) -> None:  # noqa: ANN401 -- modules
    if getattr(holder, name, None) is old:
        setattr(holder, name, new)
