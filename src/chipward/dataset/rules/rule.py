"""What a rule is."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from chipward.dataset.folder import Dataset

# File, place in it, and a sentence that says what is wrong and what mends it.
Complaint = tuple[str, str, str]


@dataclass(frozen=True)
class Rule:
    """One thing that must hold, and why."""

    name: str
    reason: str  # one sentence
    check: Callable[[Dataset], Iterator[Complaint]]
    joint: bool = False  # tables and pages can only be made of data for which this rule holds
