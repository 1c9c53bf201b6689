"""Cheap signs that a program does something new: a thread, a module, a place where gradients are switched off."""

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any

import torch

from chipward.capture.tracers.torch.eager.inside import frame_at


class Signs:
    """Calls back, on the thread that does something new, with a word for what it is."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._undo: list[Callable[[], None]] = []
        self._places: set[tuple[int, int, int, int]] = set()

    def watch(self, thread_runs: Callable[[Callable[[], None]], None]) -> None:
        """Begin. `thread_runs` is handed what a new thread does, and has to do it."""
        self._wrap(threading.Thread, "_bootstrap_inner", lambda real: lambda thread: thread_runs(lambda: real(thread)))
        for kind in (torch.no_grad, torch.inference_mode):
            self._wrap(kind, "__enter__", self._noticing)
        hooks = torch.nn.modules.module
        register = getattr(hooks, "register_module_module_registration_hook", None)
        if register is not None:
            self._undo.append(register(self._module_built).remove)

    def stop(self) -> None:
        """Watch for nothing any more."""
        while self._undo:
            self._undo.pop()()

    def _wrap(self, owner: Any, name: str, around: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:  # noqa: ANN401
        real = owner.__dict__[name]
        wrapper = wraps(real)(around(real))
        setattr(owner, name, wrapper)

        def undo() -> None:
            if owner.__dict__.get(name) is wrapper:
                setattr(owner, name, real)

        self._undo.append(undo)

    def _noticing(self, real: Callable[..., Any]) -> Callable[..., Any]:
        places = self._places

        def enter(switch: Any) -> Any:  # noqa: ANN401 -- the context manager
            frame = frame_at(1)
            outer = frame.f_back or frame  # a decorator's wrapper is the same for all that it decorates
            place = id(frame.f_code), frame.f_lasti, id(outer.f_code), outer.f_lasti
            if place not in places:
                places.add(place)
                self._tell("gradients were switched off at a new place")
            return real(switch)

        return enter

    def _module_built(self, module: Any, name: str, part: Any) -> None:  # noqa: ANN401 -- as torch calls it
        del module, name, part
        self._tell("a module was built")
