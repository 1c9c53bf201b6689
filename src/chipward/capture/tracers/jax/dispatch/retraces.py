"""Why a function of the program is compiled again, by JAX's own comparison, found without its printing anything.

JAX keeps what it traced by the function and by the types of its arguments. Where it traces, it says so to a hook for
its tests; what it looked up can be read from the frame that does. The differences to what it had are told by the
function that `jax_explain_cache_misses` uses.
"""

import sys
import threading
import weakref
from dataclasses import dataclass
from functools import partial
from types import FrameType, ModuleType

from chipward.capture.place import read_place, spot
from chipward.capture.session import Session
from chipward.capture.source_text import columns
from chipward.capture.tracers.jax import compilations
from chipward.capture.tracers.jax.compilations import Compiled
from chipward.capture.tracers.jax.dispatch.doors import frame_at
from chipward.capture.tracers.jax.dispatch.frames import way_to_program
from chipward.capture.tracers.jax.dispatch.reasons import (
    ELSEWHERE,
    NAMED_NOTHING,
    NEW_FUNCTION,
    Reason,
    changes_in,
    of_difference,
)
from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.hooks import Hooks, as_of

_EVENT, _TRACED = "test_event", "trace_to_jaxpr"
_DIFFERENCE = "diff_tracing_cache_keys"
_WHAT, _STAGE = "Why functions are compiled again", "tracing"
_MOST = 64  # of the types that a function was traced for


@dataclass
class _Miss:
    """One time that JAX had to trace a function of the program."""

    name: str
    reason: Reason | None  # None the first time


class _Here(threading.local):
    def __init__(self) -> None:
        self.misses: list[_Miss] = []


class Retraces:
    """Tells a finding for each compilation that is not the first of its function."""

    def __init__(self, session: Session, partial_eval: ModuleType) -> None:
        self._session = session
        self._partial_eval = partial_eval
        self._hooks = Hooks(session)
        self._here = _Here()
        self._keys: dict[int, tuple[weakref.ref[Foreign], list[Foreign]]] = {}  # by the id of the function
        self._sites: set[tuple[object, ...]] = set()
        self._compiled: set[tuple[str, object]] = set()
        original: Foreign = getattr(partial_eval, _EVENT, None)
        lacking = next((name for name in (_EVENT, _TRACED, _DIFFERENCE) if not hasattr(partial_eval, name)), None)
        if lacking is not None:
            self._hooks.absent(_WHAT, f"partial_eval.{lacking}", _STAGE)
            return
        self._hooks.set_attribute(partial_eval, _EVENT, as_of(self._telling(original), original))
        compilations.of(session).listen(self._tell)

    def stop(self) -> None:
        """Put JAX back as it was."""
        self._hooks.undo()

    def _telling(self, original: Foreign) -> Foreign:
        wall = self._session.guard(_WHAT, _STAGE)

        def told(name: str, *args: Foreign) -> Foreign:
            if name == _TRACED:
                with wall:
                    self._traced(frame_at(1))
            return original(name, *args)

        return told

    def _traced(self, frame: FrameType) -> None:
        told = frame.f_locals
        function, debug = told["fun"], told["debug_info"]
        file = debug.func_filename
        if not file or not sys.modules["jax._src.source_info_util"].is_user_filename(file):
            return
        key = sys.modules["jax._src.config"].trace_context(), (told["in_avals"], debug), ()
        way = way_to_program(frame)
        site = (file, debug.func_lineno, debug.func_name, way and (way[-1].f_code, way[-1].f_lasti))
        known = self._known(function)
        reason = None
        if known:
            compare = getattr(self._partial_eval, _DIFFERENCE)
            reason = of_difference(_nearest([compare(key, old) for old in reversed(known)]))
        elif site in self._sites:
            reason = NEW_FUNCTION
        self._sites.add(site)
        known.append(key)
        del known[:-_MOST]
        self._here.misses.append(_Miss(str(debug.func_name), reason))

    def _known(self, function: Foreign) -> list[Foreign]:
        found = self._keys.get(id(function))
        if found is None or found[0]() is not function:
            number, keys = id(function), self._keys
            found = keys[number] = weakref.ref(function, partial(_forget, keys, number)), []
        return found[1]

    def _tell(self, compiled: Compiled) -> None:
        if compiled.place is None:
            return
        which = compiled.name, compiled.place
        is_known = which in self._compiled
        self._compiled.add(which)
        misses = self._here.misses
        at = next((at for at in reversed(range(len(misses))) if misses[at].name == compiled.name), None)
        if at is None:
            reason = ELSEWHERE if is_known else None
        else:
            reason = misses[at].reason
            del misses[at:]  # what was traced after it stood in it
        if reason is not None:
            self._find(compiled, reason)

    def _find(self, compiled: Compiled, reason: Reason) -> None:
        way = way_to_program(frame_at(2))
        place = None
        if way:
            called = read_place(spot(way[-1]))
            source = self._session.journal.source(called.file)
            place = None if source is None else (source, called.line, columns(called))
        self._session.journal.finding(
            "recompile",
            f"{compiled.name} is compiled again: {reason.text}.",
            unit=compiled.unit,
            place=place,
            advice=reason.advice,
        )


def _nearest(compared: list[tuple[int, int, str]]) -> str:
    # JAX compares settings, then the structure, then the types, and tells where it stopped. The call that goes along
    # furthest, and differs least, says why: JAX itself names the one that differs first.
    named = [one for one in compared if NAMED_NOTHING not in one[-1]] or compared
    return min(named, key=lambda one: (-one[0], one[1], changes_in(one[-1])))[-1]


def _forget(keys: dict[int, tuple[weakref.ref[Foreign], list[Foreign]]], number: int, gone: Foreign) -> None:
    found = keys.get(number)
    if found is not None and found[0] is gone:
        del keys[number]
