"""Workers, as many as there are processors, and the tasks that they share."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from typing import IO, cast

from chipward.bundle.spool import Task, added_journal
from chipward.capture.worker import DONE, lacks

ASIDE = 500_000_000  # added to a task's number for the journal that says why its own stops short

STOPPED = "You stopped the after-work before it came to this."
DIED = "The process that worked on it died ({})."


class Worker:
    """A process that does tasks one by one."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(  # noqa: S603 -- our own module
            [sys.executable, "-P", "-m", "chipward.capture.worker", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            process_group=0,  # Ctrl-C is for chipward to hear, and a compiler that a worker started ends with it
        )

    def does(self, task: Task) -> bool:
        """Have a task done; False where the worker died over it."""
        orders, answers = cast("IO[str]", self._process.stdin), cast("IO[str]", self._process.stdout)
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

    def leave(self) -> int:
        """Let it end, close what led to it, and return its exit code, or its signal as a negative number."""
        self._process.communicate()
        return self._process.returncode


class Crew:
    """Does the tasks of a spool folder, in parallel."""

    def __init__(self, folder: Path, todo: tuple[Task, ...]) -> None:
        self._folder = folder
        self._todo = list(reversed(todo))
        self._hands = min(len(todo), len(os.sched_getaffinity(0)))
        self._workers: dict[int, Worker] = {}
        self._threads: list[Thread] = []
        self._ended: SimpleQueue[Task] = SimpleQueue()
        self._stopped = Event()

    def work(self) -> Iterator[int]:
        """Do the tasks; yield how many have ended, each time that one has. No worker is left at the end."""
        count = len(self._todo)
        for place in range(self._hands):
            self._threads.append(Thread(target=self._employ, args=(place,), daemon=True))
            self._threads[-1].start()
        for ended in range(1, count + 1):
            self._ended.get()
            yield ended
        for thread in self._threads:
            thread.join()

    def stop(self) -> None:
        """End the workers and say of each task that is left that it is missing."""
        self._stopped.set()
        for thread in self._threads:
            while thread.is_alive():
                for worker in tuple(self._workers.values()):
                    worker.kill()
                thread.join(0.1)
        for task in reversed(self._todo):
            give_up(self._folder, task, STOPPED)

    def _employ(self, place: int) -> None:
        while not self._stopped.is_set():
            try:
                task = self._todo.pop()
            except IndexError:
                break
            try:
                trouble = self._trouble(place, task)
                if trouble is not None:
                    give_up(self._folder, task, STOPPED if self._stopped.is_set() else trouble)
            finally:
                self._ended.put(task)  # whoever counts must not wait for ever
        if place in self._workers:
            self._workers.pop(place).leave()

    def _trouble(self, place: int, task: Task) -> str | None:
        try:
            worker = self._workers.get(place) or self._workers.setdefault(place, Worker(self._folder))
        except OSError as error:
            return f"No process could be started for it ({error.strerror})."
        if worker.does(task):
            return None
        code = self._workers.pop(place).leave()
        return DIED.format(f"exit code {code}" if code >= 0 else f"signal {-code}")


def give_up(folder: Path, task: Task, why: str) -> None:
    """Say of a task that what it brings is missing."""
    lacks(added_journal(folder, task.process, ASIDE + task.part), task, why)
