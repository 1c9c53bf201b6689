"""What is set in PyTorch before the second run of a program begins."""

import ctypes
from types import ModuleType

from chipward.capture.session import Session
from chipward.capture.tracers.torch.dry_run.generations import generation


def prepare(torch: ModuleType, session: Session) -> None:
    """Run the backward pass where it can be watched, and choose among the machine code that PyTorch brings."""
    with session.guard("The backward pass"):
        # For a GPU, PyTorch runs it on a thread of its own, on which no frame of the program stands.
        torch.autograd.set_multithreading_enabled(False)
    with session.guard("The generation of machine code"):
        chosen = generation(torch.cuda.get_device_capability(0), torch.cuda.get_arch_list())
        if chosen is not None:
            ctypes.CDLL(None)["chipward_choose"](chosen)
