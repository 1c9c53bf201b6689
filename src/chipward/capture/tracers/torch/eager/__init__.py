"""Watches eager PyTorch: which line of Python called which operator, with what.

Inside the program a mode on PyTorch's own stack sees every operator that is dispatched, and one record is written for
each that differs in its call site, its operator or the form of its arguments. What a record means, and what ran below
it, is worked out after the program has ended.
"""

from collections.abc import Mapping
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chipward.capture.session import Session
    from chipward.capture.tracers.torch.eager.beside import Beside
    from chipward.capture.tracers.torch.eager.watching import Watching
    from chipward.capture.tracers.tracer import Hook

_WHAT = "The operators that eager code calls"


class EagerTracer:
    """The tracer of eager PyTorch."""

    def __init__(self) -> None:
        self.beside: Beside | None = None  # whoever stands beside the operators says so before torch is there
        self._watching: Watching | None = None

    @property
    def watches(self) -> Mapping[str, "Hook"]:
        """Everything begins once torch is there."""
        return MappingProxyType({"torch": self._begin})

    def stop(self, session: "Session") -> None:
        """Take the mode off and write down how often each operator was called."""
        del session
        if self._watching is not None:
            self._watching.stop()
            self._watching = None

    def _begin(self, torch: ModuleType, session: "Session") -> None:
        try:
            from chipward.capture.tracers.torch.eager.watching import Watching  # noqa: PLC0415 -- it imports torch
        except (AttributeError, ImportError) as error:
            why = f"PyTorch {torch.__version__} does not offer what is hooked here: {error}."
            session.missing(_WHAT, why, stage="pytorch")
            return
        # Where a mode cannot ask to be ignored (PyTorch 2.6 has no such attribute), torch.compile guards on it.
        if not hasattr(torch.utils._python_dispatch.TorchDispatchMode, "ignore_compile_internals"):  # noqa: SLF001 -- PyTorch has no other name for it
            why = f"PyTorch {torch.__version__} compiles a function again when operators are watched, so they are not."
            session.missing(_WHAT, why, stage="pytorch")
            return
        if self._watching is None:
            self._watching = Watching(session, self.beside)
            self._watching.start()


TRACER = EagerTracer()
