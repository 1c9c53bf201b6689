"""Notices imports: a finder that finds nothing itself, but knows when a module has been imported.

Every process of a traced program loads this file. It imports nothing, so that a program without a framework pays
nothing. Nor does it wrap a module's loader, whose frame would stand in the traceback of an import that fails.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # of `typing`, which takes longer to import than all of this
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType
else:
    ModuleSpec = type(sys.__spec__)


class ImportWatch:
    """Calls back when modules of given names are imported. Stands first in `sys.meta_path`."""

    def __init__(self) -> None:
        self.before: dict[str, Callable[[], None]] = {}  # called once, as the module begins to execute
        self.after: dict[str, list[Callable[[ModuleType], None]]] = {}  # called once it has been executed

    def install(self) -> None:
        """Begin to watch."""
        sys.meta_path.insert(0, self)

    def remove(self) -> None:
        """Watch no longer."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Let the other finders find the module; if it is watched, hand on their finding with an ear in it."""
        if name not in self.before and name not in self.after:
            return None
        for finder in sys.meta_path:
            is_another = finder is not self and hasattr(finder, "find_spec")  # Python passes over one without, too
            spec = finder.find_spec(name, path, target) if is_another else None
            if spec is not None:
                if type(spec) is ModuleSpec:
                    spec.__dict__["_watch"] = self
                    spec.__class__ = _Listening
                return spec
        return None

    def begins(self, name: str) -> None:
        """Call back for a module that is about to execute."""
        begin = self.before.pop(name, None)
        if begin is not None:
            begin()

    def imported(self, name: str) -> None:
        """Call back for a module that has executed, if it is there: one that failed is not."""
        if name in sys.modules:
            for callback in tuple(self.after.get(name, ())):
                callback(sys.modules[name])


class _Listening(ModuleSpec):
    """A module's spec until the module is there: Python notes in it that the module executes, and that it is done."""

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        if name == "_initializing" and value:
            self.__dict__["_watch"].begins(self.name)
        elif name == "_initializing":
            self.__class__ = ModuleSpec  # type: ignore[assignment]  # what it was
            self.__dict__.pop("_watch").imported(self.name)
