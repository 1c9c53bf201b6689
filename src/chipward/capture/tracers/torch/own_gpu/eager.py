"""Eager code on a GPU of this machine: what it launches there is not followed."""

import sys
from typing import TYPE_CHECKING

from chipward.capture.tracers.torch.own_gpu.device import CUDA, own_gpu
from chipward.capture.tracers.torch.targets.selections import selection_for

if TYPE_CHECKING:
    from chipward.capture.session import Session


def tell_of_eager_code(session: "Session") -> None:
    """Say so of a program that has used a GPU."""
    cuda = sys.modules.get("torch.cuda")
    gpu = own_gpu(cuda.current_device()) if cuda is not None and cuda.is_initialized() else None
    if gpu is None:
        return
    session.missing(
        f"What operators that are called one by one launch on {gpu.name}",
        "Eager code on a GPU of this machine is not followed below the dispatcher. It stands on the path of the CPU, "
        "operator by operator; which kernels it launched is not in the trace.",
        stage="cuda-kernels" if gpu.backend == CUDA else None,  # the explainer knows NVIDIA's GPUs alone
        selection=selection_for(gpu.target, mode="eager"),
    )
