"""What a tracer offers for chips that are asked for: a module's `SERVICE`.

It is asked about every target, and knows which of them are its own: of all others it says that it does not serve
them. It never speaks for another framework. It runs in the program, too, where a part of one is traced: standard
library only, until it is asked.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

from chipward.bundle.journal import Journal


class Service(Protocol):
    """Answers for the programs of one framework, by the ids of targets: cuda:h100."""

    def lacks(self, targets: Sequence[str]) -> Iterator[str]:
        """Say, before the program runs, what will be missing for want of a package, and what is to be installed."""

    def stands_in_for(self, target: str) -> bool:
        """Whether the program can be run once more with a stand-in for this chip."""

    def leave_dry_run(self, journal: Journal, target: str, command: Sequence[str], seconds: float) -> None:
        """Leave that second run as a task. ``seconds`` is how long the first one took."""

    def tell_unserved(self, journal: Journal, targets: Sequence[str], *, dry_run: bool) -> None:
        """Say, once the program has ended, what of it these targets get nothing of, and why."""
