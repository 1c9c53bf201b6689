"""Whether what XLA made the second time is what ran."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

EXECUTED, COMPILED = "executed", "compiled"


@dataclass(frozen=True)
class Proof:
    """What is the same of what ran and of what was compiled again."""

    hlo: str  # how the two optimised texts compare, in a sentence; empty if there is none that ran
    same_hlo: bool
    kernels: int  # object files of what ran
    same_kernels: int

    @property
    def holds(self) -> bool:
        """Whether all is the same."""
        return self.same_hlo and self.kernels == self.same_kernels

    @property
    def origin(self) -> str:
        """The origin of what was made on the way."""
        return EXECUTED if self.holds else COMPILED

    def how(self, what: str) -> str:
        """How something came to be that was made on the way, with the proof if there is one."""
        if not self.holds:
            return f"{what} as XLA compiled the same StableHLO again, with the options of the program"
        kernels = f"{self.kernels} object files are" if self.kernels != 1 else "1 object file is"
        code = f", and {kernels} the same byte for byte" if self.kernels else ""
        return (
            f"{what} as XLA compiled the same StableHLO again; that is what ran: "
            f"the optimised HLO is {self.hlo.rstrip('.')}{code}"
        )

    @property
    def doubt(self) -> str:
        """Why what was made on the way may not be what ran, in a sentence."""
        if not self.hlo:
            return "JAX did not hand over the executable that ran, so nothing proves that what XLA made again is it."
        if not self.same_hlo:
            return f"XLA made other HLO the second time: {self.hlo}"
        return (
            f"XLA made other machine code the second time: {self.same_kernels} of {self.kernels} object files are the "
            "same byte for byte."
        )


def same_objects(ran: Sequence[bytes], again: Sequence[bytes]) -> int:
    """How many of the object files that ran were made again, byte for byte. Their order is that of threads."""
    return (Counter(ran) & Counter(again)).total()
