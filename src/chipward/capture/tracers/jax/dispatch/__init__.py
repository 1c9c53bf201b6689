"""Watches JAX without jit: which line of Python dispatched what, with what, and whether that was compiled for it.

Also why a function of the program is compiled again. Inside the program one record is written for each dispatch that
differs in its call site, its operation or the form of its arguments; the list is made after the program has ended.
"""

from collections.abc import Mapping
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chipward.capture.session import Session
    from chipward.capture.tracers.jax.dispatch.retraces import Retraces
    from chipward.capture.tracers.jax.dispatch.watching import Watching
    from chipward.capture.tracers.tracer import Hook


class DispatchTracer:
    """The tracer of what is dispatched. Nothing of it is imported before the program imports JAX."""

    def __init__(self) -> None:
        self._watching: Watching | None = None
        self._retraces: Retraces | None = None

    @property
    def watches(self) -> Mapping[str, "Hook"]:
        """Dispatching is there with JAX's interface, tracing some modules before."""
        return MappingProxyType({"jax._src.interpreters.partial_eval": self._trace, "jax._src.api": self._begin})

    def stop(self, session: "Session") -> None:
        """Look no more, and write down how often each was dispatched."""
        del session
        for part in (self._watching, self._retraces):
            if part is not None:
                part.stop()
        self._watching = self._retraces = None

    def _trace(self, partial_eval: ModuleType, session: "Session") -> None:
        from chipward.capture.tracers.jax.dispatch.retraces import Retraces  # noqa: PLC0415 -- with JAX alone

        if self._retraces is None:
            self._retraces = Retraces(session, partial_eval)

    def _begin(self, api: ModuleType, session: "Session") -> None:
        from chipward.capture.tracers.jax.dispatch.watching import Watching  # noqa: PLC0415 -- with JAX alone

        if self._watching is None:
            self._watching = Watching(session, api)
            self._watching.start()


TRACER = DispatchTracer()
