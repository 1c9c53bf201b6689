"""What all threads of the process have seen: call sites, and at each the operators by the form of their arguments."""

from collections import defaultdict
from threading import RLock
from types import FrameType
from typing import Any

import torch

from chipward.capture.place import spot
from chipward.capture.recording import Recording
from chipward.capture.session import Session
from chipward.capture.tracers.torch.eager.beside import Beside
from chipward.capture.tracers.torch.eager.describe import Description
from chipward.capture.tracers.torch.eager.frames import applying
from chipward.capture.tracers.torch.eager.made import Makers
from chipward.capture.tracers.torch.eager.mode import Rescue

MOST_FORMS = 16  # of one operator at one call site: a loop over growing tensors would bring a new one each time


class Cell:
    """Counts the calls that one thread made of one observation."""

    __slots__ = ("count", "number")

    def __init__(self, number: int) -> None:
        self.number = number
        self.count = 0


class Observations:
    """Gives each observation a number, and writes it down the moment it is new."""

    def __init__(self, session: Session, beside: Beside | None = None) -> None:
        self.makers = Makers()
        self._session = session
        self._recording: Recording | None = None
        self._lock = RLock()  # a signal handler may call operators while one is being noted
        self._sites: dict[Any, int] = {}
        self._numbers: dict[Any, int] = {}
        self._forms: dict[Any, int] = defaultdict(int)
        self._cells: list[Cell] = []
        self._beside = beside

    @property
    def trouble(self) -> str | None:
        """Why nothing is written any more."""
        return self._recording.trouble if self._recording else None

    def site(self, key: Any, way: list[FrameType]) -> int:  # noqa: ANN401 -- any key
        """Number a call site; the key is equal for equal ways."""
        with self._lock:
            known = self._sites.get(key)
            if known is None:
                known = self._sites[key] = len(self._sites)
                for frame in way:
                    self._open().keep_text(frame.f_code.co_filename)
                outer = applying(way)
                self._write(
                    site=known,
                    way=[spot(frame) for frame in way],
                    applied=spot(outer[-1]) if outer is not way else None,
                )
            return known

    def is_full(self, where: Any, func: Any) -> bool:  # noqa: ANN401 -- any key
        """Whether this operator came in so many forms at this place that further ones are counted together."""
        return self._forms[where, func] >= MOST_FORMS

    def observe(self, key: Any, where: Any, func: Any, **facts: Any) -> tuple[Cell, bool]:  # noqa: ANN401 -- any key
        """Return a counter for what the key stands for, and whether no thread has seen it before."""
        with self._lock:
            number = self._numbers.get(key)
            is_new = number is None
            if number is None:
                number = self._numbers[key] = len(self._numbers)
                self._forms[where, func] += 1
                self._write(op=number, name=name_of(func), **facts)
            cell = Cell(number)
            self._cells.append(cell)
            return cell, is_new

    @property
    def rescue(self) -> Rescue | None:
        """What may stand in for the result of an operator that fails, if anything does."""
        return self._beside.rescue if self._beside else None

    def describe(self, number: int, description: Description) -> None:
        """Write down with what an operator is about to be called."""
        self._write(of=number, args=description.args, kwargs=description.kwargs)
        if self._beside is not None:
            self._beside.begins(number)

    def returned(self, number: int, result: Any) -> None:  # noqa: ANN401 -- as described
        """Write down what the operator returned, and what else is known of the call."""
        more = self._beside.ended(number, self._session.journal.folder) if self._beside else {}
        self._write(of=number, result=result, **more)

    def write_counts(self, when: str) -> None:
        """Write down how often each was called so far."""
        counts: dict[int, int] = defaultdict(int)
        with self._lock:
            for cell in self._cells:
                counts[cell.number] += cell.count
            self._write(counts=[counts[number] for number in range(len(self._numbers))], when=when)

    def write_pause(self, seconds: float, woken_by: str) -> None:
        """Write down that nobody watched for a while."""
        with self._lock:
            self._write(paused=round(seconds, 3), woken_by=woken_by)

    def _write(self, **record: Any) -> None:  # noqa: ANN401 -- any JSON
        self._open().write(**record)

    def _open(self) -> Recording:
        if self._recording is None:
            self._recording = self._begin()
        return self._recording

    def _begin(self) -> Recording:
        journal = self._session.journal
        journal.environment(settings={"threads of torch": str(torch.get_num_threads())})
        recording = Recording(journal.folder / f"eager-{journal.process or 0}.jsonl")
        for name, what, stage, is_quick in (
            ("eager-ops", "The operators that eager code called", "pytorch", True),
            ("eager-below", "What ran below the operators", "cpu-kernels", False),
        ):
            journal.task(name, recording=recording.file.name, what=what, stage=stage, quick=is_quick)
        return recording


def name_of(func: Any) -> str:  # noqa: ANN401 -- an operator of any sort
    """`aten::add.Tensor`, or the name of a higher-order operator."""
    name = getattr(func, "_name", None)
    return name if isinstance(name, str) else type(func).__name__
