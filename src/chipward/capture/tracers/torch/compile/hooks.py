"""Observing functions of PyTorch: the original always runs once, and what the observer does wrong stays with it.

A hook stands where PyTorch looks the function up. It calls the original with the same arguments, gives back the same
result, and only then (or before) tells the observer. An observer that raises becomes something missing from the trace.
"""

import contextlib
import functools
import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import TYPE_CHECKING

from chipward.capture.tracers.torch.compile.foreign import Foreign

if TYPE_CHECKING:
    from chipward.capture.session import Session


class Hooks:
    """The functions that are observed, so that they can be put back."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._replaced: list[tuple[object, str, object, object]] = []  # where; what stood there, and stands there now

    def after(self, owner: object, name: str, observe: Callable[..., None], *, what: str, stage: str | None) -> None:
        """Call `observe(result, *args, **kwargs)` after each call of `owner.name`."""
        wall = self._session.guard(what, stage)

        def around(original: Callable[..., Foreign]) -> Callable[..., Foreign]:
            @functools.wraps(original)
            def observed(*args: Foreign, **kwargs: Foreign) -> Foreign:
                result = original(*args, **kwargs)
                with wall:
                    observe(result, *args, **kwargs)
                return result

            return observed

        self.replace(owner, name, around, what=what, stage=stage)

    def before(self, owner: object, name: str, observe: Callable[..., None], *, what: str, stage: str | None) -> None:
        """Call `observe(*args, **kwargs)` before each call of `owner.name`."""
        wall = self._session.guard(what, stage)

        def around(original: Callable[..., Foreign]) -> Callable[..., Foreign]:
            @functools.wraps(original)
            def observed(*args: Foreign, **kwargs: Foreign) -> Foreign:
                with wall:
                    observe(*args, **kwargs)
                return original(*args, **kwargs)

            return observed

        self.replace(owner, name, around, what=what, stage=stage)

    def replace(
        self,
        owner: object,
        name: str,
        around: Callable[[Callable[..., Foreign]], Callable[..., Foreign]],
        *,
        what: str,
        stage: str | None,
    ) -> None:
        """Put `around(original)` in the place of `owner.name`, wherever PyTorch imported it to."""
        original = getattr(owner, name, None)
        if original is None:
            self.absent(what, f"{_path(owner)}.{name}", stage)
            return
        with self._session.guard(what, stage):
            hook = around(original)
            self._set(owner, name, hook)
            if isinstance(owner, ModuleType):
                for module in _importers(original, name, owner):
                    self._set(module, name, hook)

    def absent(self, what: str, where: str, stage: str | None) -> None:
        """Say that this PyTorch does not have what a hook needs."""
        self.lacking(what, f"has no {where}", stage)

    def lacking(self, what: str, lack: str, stage: str | None) -> None:
        """Say in words of its own what this PyTorch does not do or have."""
        torch = sys.modules.get("torch")
        version = getattr(torch, "__version__", "of an unknown version")
        self._session.missing(what, f"torch {version} {lack}", stage=stage)

    def set_attribute(self, owner: object, name: str, value: object) -> None:
        """Set an attribute for as long as the trace lasts."""
        self._set(owner, name, value)

    def undo(self) -> None:
        """Put everything back as it was. What the program has replaced since is the program's."""
        for owner, name, original, value in reversed(self._replaced):
            with contextlib.suppress(AttributeError, TypeError):
                if isinstance(owner, ModuleType):
                    for module in _importers(value, name, owner):  # those that were imported later took the hook
                        setattr(module, name, original)
                if _held(owner, name) is not value:
                    continue
                if original is _INHERITED:
                    delattr(owner, name)
                else:
                    setattr(owner, name, original)
        self._replaced.clear()

    def _set(self, owner: object, name: str, value: object) -> None:
        original = _held(owner, name)
        setattr(owner, name, value)
        self._replaced.append((owner, name, original, value))


_INHERITED = object()


def _held(owner: object, name: str) -> object:
    # A class keeps functions, static and class methods apart in its own dictionary; a plain read would unwrap them.
    return vars(owner).get(name, _INHERITED) if isinstance(owner, type) else getattr(owner, name)


def _importers(original: object, name: str, owner: ModuleType) -> Iterator[ModuleType]:
    """Modules that hold the function under its name because they imported it from its owner."""
    for path, module in list(sys.modules.items()):
        others = path.startswith("torch.") and module is not owner and isinstance(module, ModuleType)
        if others and vars(module).get(name) is original:
            yield module


def _path(owner: object) -> str:
    return owner.__name__ if isinstance(owner, ModuleType) else getattr(owner, "__qualname__", type(owner).__name__)
