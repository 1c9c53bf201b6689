"""What a map leaves out of a text, and why."""

from collections.abc import Set as AbstractSet
from typing import Literal

Side = Literal["from", "to"]
Loss = tuple[Side, int, str]


def losses(
    side: Side, text: str, items: AbstractSet[int], mapped: AbstractSet[int], why: tuple[str, str]
) -> list[Loss]:
    """The lines of a text without an edge: those that are items, and all others, each with its reason."""
    lines = text.count("\n") + (text != "" and not text.endswith("\n"))
    lost = len(items - mapped)
    rest = lines - len(items | mapped)
    return [(side, count, reason) for count, reason in zip((lost, rest), why, strict=True) if count > 0]
