"""Whether what XLA made the second time is what ran."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

EXECUTED, COMPILED = "executed", "compiled"
_AGAIN = "as XLA compiled the same StableHLO again"


@dataclass(frozen=True)
class Proof:
    """What is the same of what ran and of what was compiled again."""

    hlo: str  # how the two optimised texts compare, in a sentence; empty if there is none that ran
    same_hlo: bool
    ran: tuple[bytes, ...]  # object files of what ran
    again: tuple[bytes, ...]  # those that were made again

    @property
    def kernels(self) -> int:
        """How many object files ran."""
        return len(self.ran)

    @cached_property
    def same_kernels(self) -> int:
        """How many of them were made again, byte for byte. Their order is that of threads."""
        return (Counter(self.ran) & Counter(self.again)).total()

    @property
    def holds(self) -> bool:
        """Whether all is the same."""
        return self.same_hlo and self.kernels == self.same_kernels

    @property
    def origin(self) -> str:
        """The origin of what was told of the way to the optimised HLO."""
        return EXECUTED if self.same_hlo else COMPILED

    def holds_for(self, kernel: bytes) -> bool:
        """Whether one object file is the same, and so what was told of the way to it."""
        return self.same_hlo and kernel in self.ran and kernel in self.again

    def how(self, what: str) -> str:
        """How something came to be on the way to the optimised HLO, with the proof if there is one."""
        if not self.same_hlo:
            return f"{what} {_AGAIN}, with the options of the program"
        return f"{what} {_AGAIN}; that leads to what ran, since the optimised HLO is {self.hlo.rstrip('.')}"

    def how_kernel(self, kernel: bytes) -> str:
        """How the LLVM IR of a kernel came to be, with the proof if there is one."""
        if self.holds_for(kernel):
            return f"Written down {_AGAIN}; the object file that came of it is the one that ran, byte for byte"
        other = "; other machine code came of it than what ran" if kernel in self.ran else ""
        return f"Written down {_AGAIN}, with the options of the program{other}"

    @property
    def doubt(self) -> str:
        """Why what was made on the way may not be what ran, in a sentence."""
        if not self.hlo:
            return "JAX did not hand over the executable that ran, so nothing proves that what XLA made again is it."
        if not self.same_hlo:
            return f"XLA made other HLO the second time: {self.hlo}"
        return (
            f"XLA made other machine code the second time: {self.same_kernels} of {self.kernels} object files are the "
            "same byte for byte. What it orders by chance, such as the arguments of a loop that is one kernel, differs "
            "from one compilation to the next. The machine code that you see is what ran; the LLVM IR of these kernels "
            "is that of the second time."
        )
