"""The complaint about a bundle that is not what it should be."""

from chipward.errors import Misuse

REMEDY = "take an undamaged copy, or trace the program again"


def broken(file: object, place: str, what: str) -> Misuse:
    """Name the file, the place in it, and the remedy. ``place`` may be empty when the whole file is meant."""
    return Misuse(": ".join(part for part in (str(file), place, f"{what}; {REMEDY}") if part))
