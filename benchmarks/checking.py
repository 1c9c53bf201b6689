"""``chipward check``: schema, rules and agreement with the lock."""

from collections.abc import Iterator

from benchmarks.bench import Bench
from benchmarks.figure import Bare, Figure
from benchmarks.stopwatch import python_seconds


def run(bench: Bench) -> Iterator[Figure]:
    """Check the shipped data."""
    del bench
    taken = python_seconds(["-m", "chipward", "check"])
    bare = Bare("starting Python", python_seconds(["-c", "pass"]))
    yield Figure("chipward check", taken, "s", 1, bare)
