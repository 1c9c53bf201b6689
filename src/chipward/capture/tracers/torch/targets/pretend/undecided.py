"""What Inductor would have decided by timing it, had there been a GPU: noted while a graph is compiled."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Undecided:
    """A choice that nothing was timed for."""

    what: str  # mm
    chosen: str  # triton_mm_4
    choices: int


@dataclass
class Notes:
    """The choices since they were last taken."""

    autotuned: list[Undecided]
    unpadded: int  # matrix products whose padding would have been timed

    def take(self) -> "Notes":
        """Return them, and begin anew."""
        taken = Notes(self.autotuned, self.unpadded)
        self.autotuned, self.unpadded = [], 0
        return taken


NOTES = Notes([], 0)
