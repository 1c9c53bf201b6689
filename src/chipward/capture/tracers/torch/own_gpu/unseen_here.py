"""What nobody can see of code that ran on a GPU of this machine, and why."""

from collections.abc import Callable, Iterator

from chipward.capture.tracers.torch.own_gpu.device import CUDA, OwnGpu
from chipward.capture.tracers.torch.unseen import Unseen, of_compiled


def unseen_on_own(gpu: OwnGpu) -> Iterator[Unseen]:
    """Of what was compiled for it."""
    is_documented = gpu.backend == CUDA  # the explainer knows NVIDIA's GPUs alone
    yield from (each for each in of_compiled() if each.stage == "pytorch")
    yield Unseen(
        "cuda-kernels" if is_documented else None,
        "The kernels below calls into ATen",
        f"They ran on {gpu.name}, and are not followed there. The calls are named, each with its line, among the "
        "findings.",
    )
    yield Unseen(
        "nvidia-gpu" if is_documented else None,
        f"What {gpu.name} did with the instructions",
        "A GPU keeps no record of the instructions that it ran. The machine code of each kernel is what it was given.",
    )


def below_aten_on(gpu: OwnGpu) -> Callable[[str], str]:
    """Say what lies below a call into ATen."""

    def below(_name: str) -> str:
        return f"It ran on {gpu.name}. Which kernel did the work, ATen's or a library's, is not followed."

    return below
