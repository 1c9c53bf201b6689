"""Something in the data that is not as it should be."""

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Problem:
    """One finding: which rule, in which file, at which place, and what to do about it."""

    file: str  # below the data folder: explainers/how-jax-runs.json
    place: str  # stages[3].caption; empty when the whole file is meant
    rule: str
    sentence: str  # says what is wrong and what mends it

    def __str__(self) -> str:
        """One line, as a compiler would print it."""
        return ": ".join(part for part in (self.file, self.place, self.sentence) if part)
