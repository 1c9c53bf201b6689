"""What the user asked of a tracer. Travels to every process of the program as one word of its environment."""

from dataclasses import dataclass
from typing import Self

REUSE_CACHES, EVERY_CALL = "reuse-caches", "every-call"


@dataclass(frozen=True)
class Options:
    """What the user asked of a tracer."""

    reuse_caches: bool = False  # the framework may answer from its caches; else it compiles afresh, in one of its own
    every_call: bool = False  # watch every call of an operator; else the watching pauses where nothing new happens

    def spelled(self) -> str:
        """Spell them for the environment."""
        wanted = {REUSE_CACHES: self.reuse_caches, EVERY_CALL: self.every_call}
        return ",".join(word for word, is_wanted in wanted.items() if is_wanted)

    @classmethod
    def read(cls, spelled: str) -> Self:
        """Read what `spelled` wrote."""
        words = spelled.split(",")
        return cls(reuse_caches=REUSE_CACHES in words, every_call=EVERY_CALL in words)
