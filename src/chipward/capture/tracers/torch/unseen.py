"""What nobody can see of PyTorch on a CPU, and why: one sentence for each stage that leaves nothing to keep."""

from collections.abc import Iterator
from typing import NamedTuple


class Unseen(NamedTuple):
    """Something at a stage that a reader may look for."""

    stage: str | None  # None where no explainer documents the chip
    what: str
    why: str


_PROCESSOR = "What the processor did with the instructions"
_LINES = "The lines of C++ that ATen's instructions were compiled from"
_NO_LINES = (
    "PyTorch's libraries are shipped with the names of their functions, and without the lines. The files that the "
    "dispatch keys name are made as PyTorch is built, and are not in its package."
)
_NO_RECORD = "A processor keeps no record of the instructions that it ran"


def of_compiled() -> Iterator[Unseen]:
    """Of a function that torch.compile compiled."""
    yield Unseen(
        "pytorch",
        "Calls of PyTorch's interface in compiled code",
        "TorchDynamo reads them from the bytecode and does not make them. They stand in its FX graph.",
    )
    yield Unseen(
        "cpu-kernels",
        "The functions that ran below calls into ATen",
        "Operators are sampled where they are called one by one. Those that compiled code calls are named, "
        "each with its line, among the findings.",
    )
    yield Unseen("cpu", _PROCESSOR, f"{_NO_RECORD}. The machine code of each kernel is what it was given.")


def of_eager() -> Iterator[Unseen]:
    """Of operators that are called one by one."""
    yield Unseen("cpu-kernels", _LINES, _NO_LINES)
    yield Unseen("cpu", _PROCESSOR, f"{_NO_RECORD}. Samples tell at which of them it was when the clock ticked.")
