"""A chip to compile for, with the numbers that a compiler asks its driver about.

A target need not be in this machine: what its driver would answer stands in ``data/targets``,
each number with the words it was taken from.
"""

from enum import StrEnum
from typing import Annotated, NewType

from pydantic import PositiveInt, StringConstraints

from chipward.model.frozen import Frozen

CPU = "cpu"  # the machine that a program runs on: always there, and asked nothing

TargetId = NewType("TargetId", Annotated[str, StringConstraints(pattern=r"^(?:cuda|rocm):[a-z0-9_]+$", max_length=40)])
Arch = Annotated[str, StringConstraints(pattern=r"^(?:sm_[0-9]{2,3}|gfx[0-9]{1,2}[0-9a-f]{2})$")]
DeviceName = Annotated[str, StringConstraints(min_length=1, max_length=80, strip_whitespace=True)]


class Backend(StrEnum):
    """Whose driver and machine code a target has."""

    CUDA = "cuda"
    ROCM = "rocm"


class Target(Frozen):
    """A GPU as its driver describes it. Sizes are in bytes, registers have 32 bits."""

    id: TargetId  # cuda:h100, cuda:sm_90
    name: DeviceName  # as the driver spells it: NVIDIA H100 80GB HBM3
    backend: Backend
    arch: Arch  # sm_90, gfx942
    figures_of: TargetId  # the GPU that the numbers belong to: this one, or the one that stands for an architecture
    warp_size: PositiveInt  # threads
    multiprocessors: PositiveInt  # streaming multiprocessors, or compute units
    max_threads_per_block: PositiveInt
    max_threads_per_multiprocessor: PositiveInt
    max_blocks_per_multiprocessor: PositiveInt | None = None  # resident ones; None where no source tells
    registers_per_multiprocessor: PositiveInt
    shared_memory_per_block: PositiveInt  # without asking for more
    shared_memory_per_block_optin: PositiveInt  # for a kernel that asks for more
    shared_memory_per_multiprocessor: PositiveInt
    memory: PositiveInt
    l2: PositiveInt
    fp32_cores_per_multiprocessor: PositiveInt | None = None  # from here on: None where no source tells
    max_registers_per_block: PositiveInt | None = None
    max_blocks_along_x: PositiveInt | None = None  # of a grid
    max_blocks_along_y: PositiveInt | None = None
    max_blocks_along_z: PositiveInt | None = None
    clock_mhz: PositiveInt | None = None  # at most
    memory_bandwidth_bytes_per_second: PositiveInt | None = None

    @property
    def capability(self) -> tuple[int, int]:
        """The compute capability as the driver counts it: (9, 0) for sm_90, (9, 4) for gfx942."""
        if self.backend is Backend.CUDA:
            number = self.arch.removeprefix("sm_")
            return int(number[:-1]), int(number[-1])
        number = self.arch.removeprefix("gfx")  # the last digit is the stepping
        return int(number[:-2]), int(number[-2], base=16)
