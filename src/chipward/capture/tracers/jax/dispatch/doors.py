"""The doors through which JAX dispatches, and how to look at who goes through without standing in the way.

Calls of jitted functions are answered by C++, which calls a hook of Python once it has the result: JAX has it to look
for NaN. What C++ cannot answer comes by a function that checks arguments, called before anything runs. Standing in for
these two adds no frame to a traceback, no key to a cache and no trace to JAX's stack of traces. A closed door is as JAX
made it.
"""

import sys
from collections.abc import Callable
from types import FrameType, ModuleType

from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.hooks import as_of

HOOK_STATE = "_post_hook_state"
_CHECKS = (("jax._src.core", "check_eval_args"), ("jax._src.interpreters.pxla", "check_arg_avals_for_call"))

ByFrame = Callable[[FrameType], None]  # the frame of JAX in which arguments are checked
Answered = Callable[[Foreign, tuple[Foreign, ...], Foreign, FrameType], None]  # function, arguments, who called it

frame_at = sys._getframe  # noqa: SLF001 -- there is no public door


class Doors:
    """All of them, open or closed together."""

    def __init__(self, api: ModuleType, checked: ByFrame, answered: Answered) -> None:
        self._api = api
        self._checked = checked
        self._answered = answered
        self._checks: list[tuple[ModuleType, str, Foreign, Foreign]] = []  # where; what stands there, and ours
        for path, name in _CHECKS:
            module = sys.modules.get(path)
            original = getattr(module, name, None)
            if module is not None and original is not None:
                self._checks.append((module, name, original, self._checking(original)))
        self._state: Foreign = getattr(api, HOOK_STATE, None)
        self._stand_in = _State(self._state, self._hook) if self._state is not None else None
        self.is_open = False

    @property
    def lacks(self) -> str | None:
        """What this version of JAX does not have."""
        if self._stand_in is None:
            return f"api.{HOOK_STATE}"
        return None if self._checks else ".".join(_CHECKS[0])

    def open(self) -> None:
        """Look from here on, on all threads."""
        self.is_open = True
        for module, name, original, ours in self._checks:
            if getattr(module, name, None) is original:
                setattr(module, name, ours)
        if self._stand_in is not None:
            setattr(self._api, HOOK_STATE, self._stand_in)
            self._stand_in.open()

    def close(self) -> None:
        """Look no more, for now."""
        self.is_open = False
        for module, name, original, ours in self._checks:
            if getattr(module, name, None) is ours:
                setattr(module, name, original)
        if self._stand_in is not None:
            self._stand_in.close()

    def remove(self) -> None:
        """Look no more at all: everything is as JAX made it."""
        self.close()
        if getattr(self._api, HOOK_STATE, None) is self._stand_in:
            setattr(self._api, HOOK_STATE, self._state)

    @property
    def was_taken(self) -> bool:
        """Whether JAX used the hook itself for a while, to look for NaN."""
        return self._stand_in is not None and self._stand_in.was_taken

    def _checking(self, original: Foreign) -> Foreign:
        checked = self._checked

        def check(*args: Foreign, **kwargs: Foreign) -> Foreign:
            checked(frame_at(1))
            return original(*args, **kwargs)

        return as_of(check, original)

    def _hook(self, function: Foreign, args: tuple[Foreign, ...], kwargs: Foreign, result: Foreign) -> None:
        del result
        if self.is_open:
            self._answered(function, args, kwargs, frame_at(1))


class _State:
    """Stands where JAX sets its hook: where JAX wants none, there is ours.

    JAX sets "none" for a thread wherever it looks for NaN no more, which would hide a hook that all threads have. While
    no thread looks for NaN, "as all threads" is the same to JAX.
    """

    def __init__(self, state: Foreign, hook: Foreign) -> None:
        self._state = state
        self._hook = hook
        self._is_open = False
        self.was_taken = self.is_taken
        self._as_all_threads = sys.modules["jax._src.config"].config_ext.unset

    @property
    def is_taken(self) -> bool:
        """Whether the hook of all threads is another's."""
        return self._state.get_global() not in (None, self._hook)

    def open(self) -> None:
        """Have the hook called, if JAX has no other."""
        self._is_open = True
        if not self.is_taken:
            self.set_global(None)
        if self._state.get_local() is None:
            self.set_local(None)

    def close(self) -> None:
        """Have it called no more."""
        self._is_open = False
        if not self.is_taken:
            self.set_global(None)

    def set_global(self, value: Foreign) -> None:
        """Set the hook of all threads."""
        self.was_taken |= value is not None
        self._state.set_global(self._hook if value is None and self._is_open else value)

    def set_local(self, value: Foreign) -> None:
        """Set the hook of this thread."""
        self.was_taken |= value is not None
        self._state.set_local(self._as_all_threads if value is None and not self.is_taken else value)
