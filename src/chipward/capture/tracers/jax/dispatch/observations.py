"""What all threads of the process have seen: call sites, and at each what was dispatched, by its form."""

from collections import defaultdict
from collections.abc import Hashable
from threading import RLock
from types import FrameType

from chipward.capture.place import spot, spot_in
from chipward.capture.recording import Recording
from chipward.capture.session import Session
from chipward.capture.tracers.jax.compilations import Compiled
from chipward.capture.tracers.jax.dispatch.dispatched import Dispatched
from chipward.capture.tracers.jax.dispatch.frames import home_in
from chipward.capture.tracers.jax.dispatch.spelling import spell_arguments
from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.units import begin_dispatches, process_of

TASK = "jax-dispatches"
WHAT, STAGE = "What was dispatched", "jax-api"
MOST_FORMS = 16  # of one operation at one call site: a loop over growing arrays would bring a new one each time


class Cell:
    """Counts how often one thread dispatched one thing."""

    __slots__ = ("count", "is_program", "number")

    def __init__(self, number: int, *, is_program: bool) -> None:
        self.number = number
        self.is_program = is_program
        self.count = 0


class Observations:
    """Gives each observation a number, and writes it down the moment it is new."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._recording: Recording | None = None
        self._lock = RLock()  # a signal handler may dispatch while something is being noted
        self._sites: dict[Hashable, int] = {}
        self._numbers: dict[Hashable, int] = {}
        self._programs: dict[Hashable, int] = {}
        self._forms: dict[Hashable, int] = defaultdict(int)
        self._cells: list[Cell] = []

    def site(self, key: Hashable, way: list[FrameType], forward: Foreign) -> int:
        """Number a call site; the key is equal for equal ways. The backward pass knows where the forward pass was."""
        with self._lock:
            known = self._sites.get(key)
            if known is None:
                known = self._sites[key] = len(self._sites)
                recording = self._open()
                home = home_in(forward) if forward is not None else None
                made = self._spot_of(*home) if home else None
                for file in {frame.f_code.co_filename for frame in way} | ({made["file"]} if made else set()):
                    recording.keep_text(file)
                recording.write(site=known, way=[spot(frame) for frame in way], forward=made)
            return known

    def is_full(self, where: Hashable) -> bool:
        """Whether this came in so many forms at this place that further ones are counted together."""
        return self._forms[where] >= MOST_FORMS

    def observe(
        self, key: Hashable, where: Hashable, site: int, dispatched: Dispatched, *, is_rest: bool
    ) -> tuple[Cell, bool]:
        """Return a counter for what the key stands for, and whether no thread has seen it before."""
        with self._lock:
            number = self._numbers.get(key)
            is_new = number is None
            if number is None:
                number = self._numbers[key] = len(self._numbers)
                self._forms[where] += 1
                self._open().write(
                    dispatch=number,
                    site=site,
                    name=dispatched.operation.name,
                    args=None if is_rest else spell_arguments(dispatched),
                    program=None if is_rest else self._program(dispatched),
                    runs=dispatched.operation.runs,
                )
            cell = Cell(number, is_program=dispatched.operation.runs)
            self._cells.append(cell)
            return cell, is_new

    def runs(self, cell: Cell) -> None:
        """Write down that a program of its own runs."""
        if not cell.is_program:
            cell.is_program = True
            self._open().write(of=cell.number, runs=True)

    def compiled(self, cell: Cell, compiled: Compiled) -> None:
        """Write down that something was compiled to be dispatched."""
        self._open().write(
            of=cell.number, unit=compiled.unit, jaxpr=compiled.jaxpr_artifact, cached=compiled.cached, runs=True
        )

    def write_counts(self, when: str) -> None:
        """Write down how often each was dispatched so far."""
        counts: dict[int, int] = defaultdict(int)
        with self._lock:
            if self._recording is None:
                return
            for cell in self._cells:
                counts[cell.number] += cell.count
            self._recording.write(counts=[counts[number] for number in range(len(self._numbers))], when=when)

    def write_pause(self, seconds: float, woken_by: str) -> None:
        """Write down that nobody watched for a while."""
        with self._lock:
            self._open().write(paused=round(seconds, 3), woken_by=woken_by)

    def _program(self, dispatched: Dispatched) -> int:
        return self._programs.setdefault((dispatched.operation.what, dispatched.form()), len(self._programs))

    def _spot_of(self, code: Foreign, instruction: int) -> dict[str, Foreign]:
        return spot_in(code, instruction, _line_at(code, instruction))

    def _open(self) -> Recording:
        if self._recording is None:
            journal = self._session.journal
            process = process_of(journal)
            begin_dispatches(journal)
            self._recording = Recording(journal.folder / f"dispatched-{process}.jsonl")
            name = self._recording.file.name
            journal.task(TASK, recording=name, process=process, what=WHAT, stage=STAGE, quick=True)
        return self._recording


def _line_at(code: Foreign, instruction: int) -> int:
    return next((line for start, stop, line in code.co_lines() if start <= instruction < stop and line), 0)
