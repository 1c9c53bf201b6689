"""The two sides of a comparison: what was made here, and what the GPU got."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Grid = tuple[int, int, int]
UNNAMED = ""  # the only candidate of a kernel


@dataclass(frozen=True)
class MachineCode:
    """What became of a candidate."""

    ptx: str
    sass: str  # a listing, one instruction a line


@dataclass(frozen=True)
class Kernel:
    """A Triton kernel, and its candidates by the names that chipward gives them: "XBLOCK 512, 8 warps, 1 stage"."""

    source: str
    candidates: Mapping[str, MachineCode]


@dataclass(frozen=True)
class Graph:
    """A graph that Inductor compiled: what calls the kernels, and the kernels by name."""

    wrapper: str
    kernels: Mapping[str, Kernel]


@dataclass(frozen=True)
class Launch:
    """A kernel that the GPU was told to run."""

    name: str
    grid: Grid


@dataclass(frozen=True)
class Chosen:
    """The candidate that autotuning kept."""

    name: str
    values: Mapping[str, int]  # XBLOCK: 512


@dataclass(frozen=True)
class Ran:
    """What the GPU did with a graph."""

    launches: tuple[Launch, ...] = ()
    chosen: Mapping[str, Chosen] = field(default_factory=dict)  # by kernel


@dataclass(frozen=True)
class Real:
    """What the GPU got of a program. Graphs go by the ids that they have in a trace."""

    graphs: Mapping[str, Graph]
    ran: Mapping[str, Ran]
    failed: Mapping[str, str]  # by frame: why it could not be compiled or run there
