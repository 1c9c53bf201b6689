"""What a tracer can make of a kernel long after the run, out of what a trace holds: a module's `MORE`."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from chipward.bundle.journal import Journal
from chipward.model.trace import Trace

# What a task of this sort finds in the folder of its journal, and what it leaves there.
PROGRAM, OPTIONS = "program.txt", "options.bin"
MADE, AGAIN = "made.txt", "again.txt"


class More(Protocol):
    """Makes more, in a process of its own."""

    @property
    def versions(self) -> Sequence[str]:
        """Which packages make it: "jaxlib 0.10.2"."""

    def refuses(self, trace: Trace, target: str) -> str | None:
        """Say, in a sentence, what is to be installed before it can be made here as it was for the trace."""

    def leave(self, journal: Journal, facts: Mapping[str, str]) -> None:
        """Leave the task, for a ``target``, of a ``kernel`` (an instruction), and for a ``kind``; ``what`` names it.

        It reads the program as it was lowered for the target, and its options. It writes what was made, and the
        optimised program as it came out this time, by which it is known whether it is still the same.
        """
