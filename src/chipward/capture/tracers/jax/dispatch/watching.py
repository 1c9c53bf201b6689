"""The watch over a process: looks at each dispatch while awake, and sleeps where nothing new happens."""

import threading
from collections.abc import Hashable
from types import FrameType, ModuleType

from chipward.capture import alarm
from chipward.capture.pace import Pace
from chipward.capture.session import Session
from chipward.capture.tracers.jax import compilations
from chipward.capture.tracers.jax.at_fork import after_fork
from chipward.capture.tracers.jax.compilations import Compiled
from chipward.capture.tracers.jax.dispatch.dispatched import Dispatched, Reading
from chipward.capture.tracers.jax.dispatch.doors import Doors, frame_at
from chipward.capture.tracers.jax.dispatch.frames import forward, way_to_program
from chipward.capture.tracers.jax.dispatch.observations import STAGE, WHAT, Cell, Observations
from chipward.capture.tracers.jax.dispatch.operations import INNER
from chipward.capture.tracers.jax.foreign import Foreign

COST = 8e-6  # seconds that looking adds to a dispatch; an upper bound on a machine of 2024
_REST = None  # the form of all further forms
_TAKEN = "While it looks for NaN (jax_debug_nans, jax_debug_infs), JAX takes the hook that would have shown them."


class _Here(threading.local):
    """What one thread knows."""

    def __init__(self) -> None:
        self.cells: dict[Hashable, Cell] = {}
        self.sites: dict[Hashable, int] = {}
        self.last: Cell | None = None
        self.is_looking = False


class Watching:
    """Watches all threads."""

    def __init__(self, session: Session, api: ModuleType) -> None:
        self._session = session
        self._observations = Observations(session)
        self._here = _Here()
        self._reading = Reading()
        self._pace = Pace(every_call=session.options.every_call, cost=COST)
        self._doors = Doors(api, self._checked, self._answered)
        self._alarm = alarm.Alarm(self._rung)
        self._wall = session.guard(WHAT, STAGE)
        self._is_over = False

    def start(self) -> None:
        """Begin."""
        if self._doors.lacks is not None:
            self._session.missing(WHAT, f"This version of JAX has no {self._doors.lacks}.", stage=STAGE)
            return
        after_fork(self, Watching._forked)
        compilations.of(self._session).listen(self._compiled)
        self._doors.open()

    def stop(self) -> None:
        """End: JAX is as it was."""
        if self._is_over:
            return
        self._is_over = True
        self._alarm.stop()
        self._doors.remove()
        with self._wall:
            if not self._pace.is_awake:
                self._observations.write_pause(self._pace.slept, "the end")
            self._observations.write_counts("end")
            if self._doors.was_taken:
                self._session.missing("Calls that JAX's caches answered", _TAKEN, stage=STAGE)

    def _checked(self, frame: FrameType) -> None:
        if self._here.is_looking:
            return
        self._here.is_looking = True
        try:
            self._see(self._reading.frame(frame), frame)
        except Exception as error:  # noqa: BLE001 -- whatever it is, the program goes on
            self._give_up(error)
        finally:
            self._here.is_looking = False

    def _answered(self, function: Foreign, args: tuple[Foreign, ...], kwargs: Foreign, caller: FrameType) -> None:
        if self._here.is_looking:
            return
        self._here.is_looking = True
        try:
            self._see(self._reading.call(function, args, kwargs, caller), caller)
        except Exception as error:  # noqa: BLE001 -- likewise
            self._give_up(error)
        finally:
            self._here.is_looking = False

    def _give_up(self, error: Exception) -> None:
        self._is_over = True
        self._alarm.stop()
        self._doors.remove()
        with self._wall:
            raise error

    def _see(self, dispatched: Dispatched | None, frame: FrameType) -> None:
        if dispatched is None:
            return
        if dispatched.operation is INNER:
            if self._here.last is not None:
                self._observations.runs(self._here.last)
            return
        cell = self._here.last = self._cell(dispatched, frame)
        cell.count += 1
        if self._pace.is_time_to_judge() and self._pace.may_sleep():
            seconds = self._pace.sleep()
            self._doors.close()
            self._observations.write_counts("calm")
            self._alarm.set(seconds)

    def _cell(self, dispatched: Dispatched, frame: FrameType) -> Cell:
        site = self._site(frame)
        operation = dispatched.operation
        where = site, operation.name, operation.what
        key = *where, dispatched.form()
        cell = self._here.cells.get(key)
        return cell if cell is not None else self._new(key, where, dispatched)

    def _new(self, key: tuple[Hashable, ...], where: tuple[int, str, Hashable], dispatched: Dispatched) -> Cell:
        is_rest = key[-1] is _REST or self._observations.is_full(where)
        if is_rest:
            key = *where, _REST
            known = self._here.cells.get(key)
            if known is not None:
                return known
        cell, is_new = self._observations.observe(key, where, where[0], dispatched, is_rest=is_rest)
        self._here.cells[key] = cell
        if is_new and not is_rest:
            self._pace.news()
        return cell

    def _site(self, frame: FrameType) -> int:
        way = way_to_program(frame)
        made = forward()
        key = *((id(step.f_code), step.f_lasti) for step in (way[:1] + way[-1:])), made
        sites = self._here.sites
        if key not in sites:
            sites[key] = self._observations.site(key, way, made)
        return sites[key]

    def _compiled(self, compiled: Compiled) -> None:
        if self._is_over:
            return
        frame = frame_at(1)
        dispatched = self._reading.being_compiled(frame)
        if dispatched is not None:
            cell = self._cell(dispatched, frame)
            cell.count += not self._pace.is_awake
            self._observations.compiled(cell, compiled)
        if not self._pace.is_awake:
            self._wake("something was compiled", by_time=False)

    def _rung(self) -> None:
        if not self._is_over and not self._pace.is_awake:
            with self._wall:
                self._wake("time had passed", by_time=True)

    def _wake(self, woken_by: str, *, by_time: bool) -> None:
        self._observations.write_pause(self._pace.slept, woken_by)
        self._pace.wake(by_time=by_time)
        self._doors.open()

    def _forked(self) -> None:
        if self._is_over:
            return
        self._observations = Observations(self._session)
        self._here = _Here()
        self._alarm.forked()
        self._pace.wake(by_time=False)
        self._doors.open()
