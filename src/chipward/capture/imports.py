"""Notices imports: a finder that finds nothing itself, but knows when a module has been imported.

Every process of a traced program loads this file. It imports nothing, so that a program without a framework pays
nothing.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # of `typing`, which takes longer to import than all of this
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any


class ImportWatch:
    """Calls back when modules of given names are imported. Stands first in `sys.meta_path`."""

    def __init__(self) -> None:
        self.before: dict[str, Callable[[], None]] = {}  # called once, as the module begins to execute
        self.after: dict[str, list[Callable[[ModuleType], None]]] = {}  # called whenever it has been executed

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
        """Let the other finders find the module; stand between it and its loader if it is watched."""
        if name not in self.before and name not in self.after:
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(name, path, target)
            if spec is not None:
                if hasattr(spec.loader, "exec_module"):
                    spec.loader = _Between(self, spec.loader)  # type: ignore[assignment]  # as good as a loader
                return spec
        return None

    def imported(self, module: ModuleType) -> None:
        """Call back for a module that is there."""
        for callback in tuple(self.after.get(module.__name__, ())):
            callback(module)


class _Between:
    """Stands for a module's loader until the module executes; nobody sees it afterwards."""

    def __init__(self, watch: ImportWatch, loader: Any) -> None:  # noqa: ANN401 -- loaders share no base class
        self._watch = watch
        self._loader = loader

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 -- whatever the loader offers
        return getattr(self._loader, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Create the module as its loader does."""
        return self._loader.create_module(spec)  # type: ignore[no-any-return]

    def exec_module(self, module: ModuleType) -> None:
        spec = module.__spec__
        if spec is not None:
            spec.loader = self._loader
        module.__loader__ = self._loader
        begin = self._watch.before.pop(module.__name__, None)
        if begin is not None:
            begin()
        self._loader.exec_module(module)
        self._watch.imported(sys.modules.get(module.__name__, module))

    # Python leaves its import machinery out of the traceback of an import that fails. This frame belongs to it.
    exec_module.__code__ = exec_module.__code__.replace(co_filename="<frozen importlib._bootstrap>")
