"""What the user asked of a tracer. Travels to every process of the program as one word of its environment."""

from dataclasses import dataclass
from typing import Self

REUSE_CACHES, EVERY_CALL, TARGET = "reuse-caches", "every-call", "target="


@dataclass(frozen=True)
class Options:
    """What the user asked of a tracer."""

    reuse_caches: bool = False  # the framework may answer from its caches; else it compiles afresh, in one of its own
    every_call: bool = False  # watch every call of an operator; else the watching pauses where nothing new happens
    targets: tuple[str, ...] = ()  # ids of chips that are not here, to compile for after the run

    def spelled(self) -> str:
        """Spell them for the environment, without a colon: one ends them there."""
        wanted = {REUSE_CACHES: self.reuse_caches, EVERY_CALL: self.every_call}
        words = [word for word, is_wanted in wanted.items() if is_wanted]
        return ",".join([*words, *(f"{TARGET}{slug(target)}" for target in self.targets)])

    @classmethod
    def read(cls, spelled: str) -> Self:
        """Read what `spelled` wrote."""
        words = spelled.split(",")
        targets = tuple(word.removeprefix(TARGET).replace("-", ":") for word in words if word.startswith(TARGET))
        return cls(reuse_caches=REUSE_CACHES in words, every_call=EVERY_CALL in words, targets=targets)


def slug(target: str) -> str:
    """A target's id as it stands in names: cuda-h100 for cuda:h100, tpu-v5e-2x2 for tpu:v5e:2x2."""
    return target.replace(":", "-")
