"""A program that asks for a GPU itself ends where PyTorch has none. That is the program's to mend; here is how."""

import sys
from traceback import extract_tb

from chipward.capture.memory import without_addresses
from chipward.capture.session import Session
from chipward.capture.tracers.torch.compile.places import innermost

# How PyTorch says it: a build without CUDA, a build with it that finds no driver, an operator without a kernel.
_SAID = (
    "Torch not compiled with CUDA enabled",
    "Found no NVIDIA driver",
    "Cannot initialize CUDA without ATen_cuda library",
    "PyTorch is not linked with support for cuda devices",
    "from the 'CUDA' backend",
)
_BY_TRITON = "0 active drivers"  # as it is about to launch a kernel
_ADVICE = (
    'Ask first: device = "cuda" if torch.cuda.is_available() else "cpu". A target needs no GPU: what your program '
    "compiles on the CPU is compiled for the target after the run."
)
_ADVICE_FOR_KERNELS = (
    "Triton runs a kernel on a GPU alone. Kernels that torch.compile has met by then are compiled for the target all "
    "the same. To have your program go on, catch the error around the call."
)


def latest_error() -> BaseException | None:
    """The exception on its way through this thread, or else the latest that nothing has caught."""
    error = sys.exc_info()[1] or getattr(sys, "last_value", None)
    return error if isinstance(error, BaseException) else None


def tell(session: Session, before: BaseException | None) -> None:
    """Tell of the exception that ends the program, or the block, if it is that.

    ``before`` is the latest one of when the watch began: an earlier cell of a notebook may have left it.
    """
    error = latest_error()
    if error is None or error is before or not any(sign in str(error) for sign in (*_SAID, _BY_TRITON)):
        return
    said = str(error).splitlines()[0]
    frames = [(frame.filename, frame.lineno or 0) for frame in extract_tb(error.__traceback__)]
    session.journal.finding(
        "asks-for-a-gpu",
        "Your program asks for a GPU, and here is none, so it ends there as it does without chipward: "
        f"{type(error).__name__}: {without_addresses(said).rstrip('.')}.",
        place=innermost(session.journal, frames),
        advice=_ADVICE_FOR_KERNELS if _BY_TRITON in str(error) else _ADVICE,
    )
