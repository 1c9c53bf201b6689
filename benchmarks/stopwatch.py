"""Time, taken as the best of several runs: whatever else the machine does only ever makes a run longer."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from time import perf_counter

RUNS = 5


def best(measure: Callable[[], float], runs: int = RUNS) -> float:
    """The lowest of several measurements."""
    return min(measure() for _ in range(runs))


def seconds(work: Callable[[], object]) -> float:
    """How long a piece of work takes, in this process."""

    def once() -> float:
        started = perf_counter()
        work()
        return perf_counter() - started

    return best(once)


def python_seconds(arguments: Sequence[object], *, allow: Sequence[int] = (0,)) -> float:
    """How long Python takes to start, run with these arguments, and end with an exit code that is allowed."""
    command = [sys.executable, *map(str, arguments)]

    def run() -> None:
        outcome = subprocess.run(command, capture_output=True, text=True, check=False)
        if outcome.returncode not in allow:
            message = f"{' '.join(command)} ended with {outcome.returncode}: {outcome.stderr}"
            raise RuntimeError(message)

    return seconds(run)
