"""What becomes of a program that uses a GPU which is here."""

from chipward.capture.doctor.gpus import RealGpu
from chipward.capture.doctor.machine import Machine
from chipward.model.target import Backend

_CODE = {Backend.CUDA: "SASS", Backend.ROCM: "AMDGCN"}


def use_of_gpus(machine: Machine) -> tuple[str, ...]:
    """Say it of each GPU, in a sentence."""
    return tuple(dict.fromkeys(map(_use, machine.gpus)))


def _use(gpu: RealGpu) -> str:
    return (
        f"Programs use {gpu.name} as they do without chipward. What torch.compile makes for it is traced down to "
        f"{_CODE[gpu.backend]} and stands there as executed; what eager code launches on it is not followed."
    )
