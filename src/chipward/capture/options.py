"""What the user asked of a tracer. Travels to every process of the program as one word of its environment."""

from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True)
class Options:
    """What the user asked of a tracer."""

    reuse_caches: bool = (
        False  # let the framework answer from its caches; else it compiles afresh in a cache of its own
    )

    def spelled(self) -> str:
        """Spell them for the environment."""
        return "reuse-caches" if self.reuse_caches else ""

    @classmethod
    def read(cls, spelled: str) -> Self:
        """Read what `spelled` wrote."""
        return cls(reuse_caches=spelled == "reuse-caches")
