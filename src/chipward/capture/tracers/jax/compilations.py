"""The compilations of a session: counted, written down, and told to those who listen."""

import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass

from chipward.capture.session import Session
from chipward.capture.tracers.jax.at_fork import after_fork
from chipward.capture.tracers.jax.compiling import Compilation
from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.functions import Function
from chipward.capture.tracers.jax.lowering import Lowering
from chipward.capture.tracers.jax.recorded import Recorded, begin, record_compilation, record_lowering
from chipward.capture.tracers.jax.units import kind_of

_NOT_SEEN = "JAX had traced and lowered it before the trace began, or that could not be followed."


@dataclass(frozen=True)
class Compiled:
    """One compilation, as others are told of it."""

    unit: str
    name: str
    kind: str  # jitted, op
    jaxpr_artifact: str | None
    seconds: float
    cached: bool  # answered by JAX's compilation cache
    place: tuple[str, int] | None  # where the function begins, if it is not one of JAX's


class Compilations:
    """What one session has seen compiled."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._listeners: list[Callable[[Compiled], None]] = []
        self._number = 0  # of the next compilation
        self._begin_anew()
        after_fork(self, Compilations._begin_anew)

    def listen(self, callback: Callable[[Compiled], None]) -> None:
        """Call back after each compilation."""
        self._listeners.append(callback)

    def lowered(self, lowering: Lowering) -> None:
        """A jaxpr was lowered."""
        with self._lock:
            self._recorded[lowering.module] = record_lowering(self._session, self._next(), lowering)

    def compiled(self, compilation: Compilation) -> None:
        """A module was compiled."""
        with self._lock:
            recorded = self._recorded.get(compilation.module) or self._unknown(compilation)
            record_compilation(self._session, recorded, compilation)
        function = recorded.function
        told = Compiled(
            recorded.unit,
            function.name,
            kind_of(function)[0],
            recorded.jaxpr,
            compilation.seconds,
            compilation.cached,
            function.place,
        )
        for callback in tuple(self._listeners):
            with self._session.guard("What is told of each compilation"):
                callback(told)

    def _unknown(self, compilation: Compilation) -> Recorded:
        name = str(compilation.module.operation.attributes["sym_name"]).strip('"').removeprefix("jit_")
        platform = str(compilation.backend.platform)
        recorded = begin(self._session, self._next(), Function(name, None, None, is_operation=False), platform)
        self._session.journal.missing("jaxpr", _NOT_SEEN, stage=recorded.stage("jaxpr"), unit=recorded.unit)
        self._recorded[compilation.module] = recorded
        return recorded

    def _next(self) -> int:
        number, self._number = self._number, self._number + 1
        return number

    def _begin_anew(self) -> None:
        self._lock = threading.RLock()
        self._number = 0
        self._recorded: weakref.WeakKeyDictionary[Foreign, Recorded] = weakref.WeakKeyDictionary()


_OF: "weakref.WeakKeyDictionary[Session, Compilations]" = weakref.WeakKeyDictionary()


def of(session: Session) -> Compilations:
    """The compilations of a session."""
    if session not in _OF:
        _OF[session] = Compilations(session)
    return _OF[session]
