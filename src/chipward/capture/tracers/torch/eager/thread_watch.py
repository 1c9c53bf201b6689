"""The watch over one thread: looks at each operator while awake, and tells calls that it knows by a key."""

from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import torch

from chipward.capture.pace import Pace
from chipward.capture.session import Session
from chipward.capture.tracers.torch.eager.describe import Description
from chipward.capture.tracers.torch.eager.frames import is_engine, owner_of, way_to_program
from chipward.capture.tracers.torch.eager.inside import autograd_node, frame_at, next_sequence_number
from chipward.capture.tracers.torch.eager.made import Made
from chipward.capture.tracers.torch.eager.mode import Mode
from chipward.capture.tracers.torch.eager.observations import Cell, Observations
from chipward.capture.tracers.torch.eager.signature import form_of
from chipward.capture.tracers.torch.owners import Owner

_is_grad = torch.is_grad_enabled
_STAND_INS = frozenset({"FakeTensor", "FunctionalTensor"})  # a compiler is at work

Told = Callable[[Any], None]


class ThreadWatch:
    """What the mode of one thread does."""

    def __init__(
        self,
        session: Session,
        observations: Observations,
        pace: Pace,
        tired: Callable[[], None],
        depart: Callable[[], None],
    ) -> None:
        self.mode = Mode(self._see, observations.rescue)
        self.pace = pace
        self._session = session
        self._observations = observations
        self._tired = tired
        self._depart = depart
        self._cells: dict[Any, Cell] = {}
        self._sites: dict[Any, int | None] = {}
        self._known_backward: set[Any] = set()
        self._made = Made(observations.makers)
        self._is_on_stack = False
        self.is_over = False

    def enter(self) -> bool:
        """Put the mode on the stack of this thread, unless it is there or another's mode is."""
        if not self._is_on_stack and self.mode.push():
            self._is_on_stack = True
        return self._is_on_stack

    def leave(self) -> bool:
        """Take the mode off the stack, if it is on top."""
        if self._is_on_stack and self.mode.pop():
            self._is_on_stack = False
        return not self._is_on_stack

    def wake(self, *, by_time: bool) -> bool:
        """Watch again; False where that is not possible now."""
        if not self.enter():
            return False
        self._made.resume(next_sequence_number())
        self.pace.wake(by_time=by_time)
        return True

    def forget(self, observations: Observations) -> None:
        """Begin anew, in a process that was forked."""
        self._observations = observations
        self._made = Made(observations.makers)
        self._cells.clear()
        self._sites.clear()
        self._known_backward.clear()

    def retire(self) -> None:
        """Look at nothing any more, and leave the stack at the first chance."""
        self.is_over = True

    def _see(self, func: Any, types: Any, args: Any, kwargs: Any) -> Told | None:  # noqa: ANN401 -- torch hands it over
        if self.is_over:
            self._depart()
            return None
        if not self.pace.is_awake:
            return None
        try:
            return self._look(func, types, args, kwargs, _caller())
        except Exception as error:
            self.is_over = True
            with self._session.guard("The operators called from here on", "pytorch"):
                raise error  # noqa: TRY201 -- the guard tells it
            return None

    def _look(self, func: Any, types: Any, args: Any, kwargs: Any, frame: FrameType | None) -> Told | None:  # noqa: ANN401
        node = autograd_node()
        name = node.name() if node is not None else None
        forward: int | None = None
        if name is None or (frame is not None and not is_engine(frame.f_code)):
            where: Any = self._site(frame)
            if where is None:
                self._made.note(next_sequence_number(), None)
                return None
        else:
            forward = self._observations.makers.by(node._sequence_nr())  # noqa: SLF001 -- no other door
            where = forward, name
        key = where, func, _is_grad(), name, form_of(args, kwargs)
        cell = self._cells.get(key)
        told: Told | None = None
        if cell is None:
            if any(kind.__name__ in _STAND_INS for kind in types) or self._is_known_without_line(key, node, forward):
                return None
            cell, told = self._new(key, args, kwargs, self._site(frame), forward)
        cell.count += 1
        self._made.note(next_sequence_number(), cell.number)
        if self.pace.is_time_to_judge() and self.pace.may_sleep():
            self._made.pause(next_sequence_number())
            self._tired()
        return told

    def _site(self, frame: FrameType | None) -> int | None:
        if frame is None:
            return None
        code = frame.f_code
        if owner_of(code) is Owner.PROGRAM:
            key: Any = id(code), frame.f_lasti
            if key in self._sites:
                return self._sites[key]
        way = way_to_program(frame)
        if way is None:
            return None
        last = way[-1]
        key = (id(code), frame.f_lasti, id(last.f_code), last.f_lasti) if len(way) > 1 else (id(code), frame.f_lasti)
        if key not in self._sites:
            self._sites[key] = self._observations.site(key, way)
        return self._sites[key]

    def _is_known_without_line(self, key: Any, node: Any, forward: int | None) -> bool:  # noqa: ANN401
        # The backward pass of a forward pass that was slept through: nothing new, if its operators are known.
        _, *rest = key
        known = tuple(rest)
        if node is None or forward is not None or not self._observations.makers.is_unseen(node._sequence_nr()):  # noqa: SLF001
            self._known_backward.add(known)
            return False
        return known in self._known_backward

    def _new(self, key: Any, args: Any, kwargs: Any, site: int | None, forward: int | None) -> tuple[Cell, Told | None]:  # noqa: ANN401
        where, func, is_grad, node, _ = key
        is_full = self._observations.is_full(where, func)
        if is_full:
            key = where, func, None
            known = self._cells.get(key)
            if known is not None:
                return known, None
        facts = {"grad": is_grad, "inference": torch.is_inference_mode_enabled(), "node": node, "forward": forward}
        facts["autocast"] = torch.is_autocast_enabled("cpu")
        cell, is_new = self._observations.observe(key, where, func, site=site, more=is_full, **facts)
        self._cells[key] = cell
        if is_full:
            return cell, None
        self.pace.news()
        if not is_new:
            return cell, None
        description = Description(args, kwargs)
        self._observations.describe(cell.number, description)
        return cell, partial(self._returned, cell.number, description)

    def _returned(self, number: int, description: Description, result: Any) -> None:  # noqa: ANN401 -- any value
        with self._session.guard("What operators returned", "pytorch"):
            self._observations.returned(number, description.result(result))


def _caller() -> FrameType | None:
    """Who called the operator that a thread is looking at."""
    try:
        return frame_at(3)
    except ValueError:
        return None  # autograd runs the backward pass of each GPU in a thread of its own, which holds no Python
