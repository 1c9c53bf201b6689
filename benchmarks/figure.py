"""One measured figure, what it should be, and what it is to be seen against."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Bare:
    """The same minute's figure for a peer, or for a run that does nothing of what is measured."""

    what: str
    value: float


@dataclass(frozen=True)
class Figure:
    """A figure that should be low."""

    what: str
    value: float
    unit: str
    goal: float | None = None  # at most; None where nothing was promised
    bare: Bare | None = None

    @property
    def kept(self) -> bool | None:
        """Whether the goal was reached; None where there is none."""
        return None if self.goal is None else self.value <= self.goal

    @property
    def ratio(self) -> float | None:
        """How many times the bare run it takes."""
        return self.value / self.bare.value if self.bare and self.bare.value else None
