"""What nobody can see of PyTorch on a CPU, and why: one sentence for each stage that leaves nothing to keep."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from chipward.capture.session import Session


class Unseen(NamedTuple):
    """Something at a stage that a reader may look for."""

    stage: str
    what: str
    why: str


_PROCESSOR = "What the processor did with the instructions"
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
    yield Unseen("cpu", _PROCESSOR, f"{_NO_RECORD}. Samples tell at which of them it was when the clock ticked.")


def tell_of_own_gpu(session: "Session") -> None:
    """Say of a program that used a GPU of this machine what the trace does not hold of that."""
    cuda = sys.modules.get("torch.cuda")
    if cuda is not None and cuda.is_initialized():
        session.missing(
            "What ran on your GPU",
            "Code on a GPU of this machine is not followed yet: it stands on the path of the CPU, down to what "
            "Inductor writes. A target is compiled for beside it, as where there is no GPU.",
        )
