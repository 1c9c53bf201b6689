"""Workers, as many as there are processors, and the tasks that they share.

A task may name a room. What a worker has loaded for one room could be in the way of another, so it never leaves the
room of its first task: whoever has tasks of another room left over employs another worker.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import IO, cast

from chipward.bundle.spool import Task, added_journal, forget
from chipward.capture.last_words import last_words
from chipward.capture.worker import DONE, lacks

ASIDE = 500_000_000  # added to a task's number for the journal that says why its own stops short

# In a room a worker pretends to have a chip. It never asks the driver of one that is here.
NO_DEVICES: Mapping[str, str] = dict.fromkeys(
    ("CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES"), ""
)

STOPPED = "You stopped the after-work before it came to this."
DIED = "The process that worked on it died ({})."
LAST_WORDS = " It said: {}"


class Worker:
    """A process that does the tasks of one room, one by one."""

    def __init__(self, folder: Path, room: str | None) -> None:
        self.room = room
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 -- closed once the process has left
        try:
            self._process = subprocess.Popen(  # noqa: S603 -- our own module
                [sys.executable, "-P", "-m", "chipward.capture.worker", str(folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,  # compilers say much there that is nobody's business, and why they give up
                text=True,
                env={**os.environ, **(NO_DEVICES if room is not None else {})},
                process_group=0,  # Ctrl-C is for chipward to hear, and a compiler that a worker started ends with it
            )
        except OSError:
            self._errors.close()
            raise

    def does(self, task: Task) -> bool:
        """Have a task done; False where the worker died over it."""
        orders, answers = cast("IO[str]", self._process.stdin), cast("IO[str]", self._process.stdout)
        self._errors.seek(0)  # the process writes at the same place
        self._errors.truncate()
        try:
            orders.write(json.dumps(asdict(task)) + "\n")
            orders.flush()
            return answers.readline() == f"{DONE}\n"
        except OSError:
            return False

    def kill(self) -> None:
        """End it, and whatever it has started."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def leave(self) -> str:
        """Let it end, close what led to it, and say how it ended, with what it said of it."""
        self._process.communicate()
        code = self._process.returncode
        with self._errors:
            words = last_words(self._errors)
        ended = DIED.format(f"exit code {code}" if code >= 0 else f"signal {-code}")
        return ended + (LAST_WORDS.format(words) if words else "")


class Crew:
    """Does the tasks of a spool folder, in parallel."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._todo: list[Task] = []
        self._choosing = Lock()
        self._workers: dict[int, Worker] = {}
        self._threads: list[Thread] = []
        self._ended: SimpleQueue[Task] = SimpleQueue()
        self._stopped = Event()

    def take_on(self, todo: Sequence[Task]) -> None:
        """Take on the tasks that are to be done next. An earlier attempt may have given some up: no longer."""
        self._todo = list(todo)
        for task in self._todo:
            forget(self._folder, task.process, ASIDE + task.part)

    def work(self) -> Iterator[Task]:
        """Do them; yield each as it ends. The workers stay, for whatever is to be done next."""
        count = len(self._todo)
        hands = min(count, len(os.sched_getaffinity(0)))
        self._threads = [Thread(target=self._employ, args=(place,), daemon=True) for place in range(hands)]
        for thread in self._threads:
            thread.start()
        for _ in range(count):
            yield self._ended.get()
        for thread in self._threads:
            thread.join()

    def leave(self) -> None:
        """Let all workers end."""
        while self._workers:
            _, worker = self._workers.popitem()
            worker.leave()

    def stop(self) -> None:
        """End the workers and say of each task that is left that it is missing."""
        self._stopped.set()
        for thread in self._threads:
            while thread.is_alive():
                self._kill()
                thread.join(0.1)
        self._kill()
        self.leave()
        for task in self._todo:
            give_up(self._folder, task, STOPPED)

    def _kill(self) -> None:
        for worker in tuple(self._workers.values()):
            worker.kill()

    def _employ(self, place: int) -> None:
        while not self._stopped.is_set() and (task := self._next(place)):
            try:
                trouble = self._trouble(place, task)
                if trouble is not None:
                    give_up(self._folder, task, STOPPED if self._stopped.is_set() else trouble)
            finally:
                self._ended.put(task)  # whoever counts must not wait for ever

    def _next(self, place: int) -> Task | None:
        """Take a task of the room that the worker is in; else one of a room that few are in."""
        with self._choosing:
            if not self._todo:
                return None
            worker = self._workers.get(place)
            crowds = Counter(other.room for other in tuple(self._workers.values()))
            chosen = min(
                range(len(self._todo)),
                key=lambda at: (
                    worker is not None and self._todo[at].room != worker.room,
                    crowds[self._todo[at].room],
                    at,
                ),
            )
            return self._todo.pop(chosen)

    def _trouble(self, place: int, task: Task) -> str | None:
        worker = self._workers.get(place)
        if worker is not None and worker.room != task.room:
            self._workers.pop(place).leave()
            worker = None
        try:
            worker = worker or self._workers.setdefault(place, Worker(self._folder, task.room))
        except OSError as error:
            return f"No process could be started for it ({error.strerror})."
        if worker.does(task):
            return None
        return self._workers.pop(place).leave()


def give_up(folder: Path, task: Task, why: str) -> None:
    """Say of a task that what it brings is missing."""
    lacks(added_journal(folder, task.process, ASIDE + task.part), task, why)
