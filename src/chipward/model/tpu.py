"""TPUs to compile for: so many chips of one generation, and how they lie.

A TPU is asked for by its generation and by the shape of its slice, since a program is compiled for all its chips.
"""

import math
from typing import Annotated, NewType

from pydantic import Field, PositiveInt, StringConstraints

from chipward.model.frozen import Frozen
from chipward.model.target import DeviceName

PREFIX = "tpu:"
ONE_CHIP = (1, 1, 1)  # a host may also give a single chip away

GenerationId = NewType("GenerationId", Annotated[str, StringConstraints(pattern=r"^tpu:(?:v[0-9]+[a-z]?|tpu[0-9]+x)$")])
TpuId = NewType("TpuId", Annotated[str, StringConstraints(pattern=r"^tpu:[a-z0-9]+:[0-9]+(?:x[0-9]+){1,2}$")])
Topology = Annotated[tuple[PositiveInt, ...], Field(min_length=2, max_length=3)]


class TpuTarget(Frozen):
    """A slice of TPUs. Sizes are in bytes."""

    id: TpuId  # tpu:v5e:2x2
    generation: GenerationId  # tpu:v5e
    topology: Topology  # chips along each axis
    name: DeviceName  # as JAX is told: TPU v5 lite
    host: Topology  # chips of one host along each axis
    tensor_cores: PositiveInt  # in a chip
    cores_per_device: PositiveInt  # two where both cores of a chip are one device to JAX
    lanes: PositiveInt  # of a vector register
    sublanes: PositiveInt
    mxus: PositiveInt  # matrix units of a core
    mxu_columns: PositiveInt
    vmem: PositiveInt  # of a core
    smem: PositiveInt  # of a core
    memory: PositiveInt  # of a chip
    bandwidth: PositiveInt  # of a chip's memory, in bytes a second
    bf16_operations: PositiveInt  # of a chip in a second, at most

    @property
    def shape(self) -> str:
        """The topology as it is written: 2x2."""
        return spelled(self.topology)

    @property
    def chips(self) -> int:
        """How many chips there are."""
        return math.prod(self.topology)

    @property
    def devices(self) -> int:
        """How many devices JAX sees."""
        return self.chips * self.tensor_cores // self.cores_per_device


def is_tpu(name: str) -> bool:
    """Whether somebody means a TPU by this."""
    return name.casefold().startswith(PREFIX)


def spelled(topology: tuple[int, ...]) -> str:
    """Write a topology: 2x2x1."""
    return "x".join(map(str, topology))
