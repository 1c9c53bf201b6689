"""A GPU of this machine, as PyTorch describes it to the program that uses it."""

import os
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from chipward.capture.tracers.torch.dry_run.watching import DEVICE as STAND_IN
from chipward.capture.tracers.torch.targets.selections import selection_for

CUDA, ROCM = "cuda", "rocm"

# What a target is described by, and what PyTorch calls it. The second name is for builds that do not have the first.
_FIGURES: Mapping[str, tuple[str, ...]] = {
    "warp_size": ("warp_size",),
    "multiprocessors": ("multi_processor_count",),
    "max_threads_per_block": ("max_threads_per_block",),
    "max_threads_per_multiprocessor": ("max_threads_per_multi_processor",),
    "registers_per_multiprocessor": ("regs_per_multiprocessor",),
    "shared_memory_per_block": ("shared_memory_per_block",),
    "shared_memory_per_block_optin": ("shared_memory_per_block_optin", "shared_memory_per_block"),
    "shared_memory_per_multiprocessor": ("shared_memory_per_multiprocessor", "shared_memory_per_block"),
    "memory": ("total_memory",),
    "l2": ("L2_cache_size",),
}


class OwnGpu(NamedTuple):
    """A GPU that the program uses."""

    number: int  # cuda:0
    name: str  # as its driver spells it
    backend: str
    arch: str  # sm_90, gfx942
    figures: Mapping[str, int]  # what its driver says of it, by the names that a target has for it

    @property
    def target(self) -> str:
        """What its code is filed under: what machine code is made for, whether or not a table knows the GPU."""
        return f"{self.backend}:{self.arch}"

    @property
    def selection(self) -> Mapping[str, object]:
        """The path that code for it goes along."""
        return selection_for(self.target)

    @property
    def told(self) -> dict[str, object]:
        """All of it, as a worker gets it that has no driver to ask."""
        return {"name": self.name, "backend": self.backend, "arch": self.arch, **self.figures}


def own_gpu(number: int) -> OwnGpu | None:
    """Ask PyTorch about a GPU of this machine, None if the program has not begun to use it: to ask would begin that."""
    torch: Any = sys.modules["torch"]
    if not torch.cuda.is_initialized() or STAND_IN in os.environ:  # in a dry run, none of this machine answers
        return None
    properties = torch.cuda.get_device_properties(number)
    is_amd = torch.version.hip is not None
    arch = properties.gcnArchName.partition(":")[0] if is_amd else f"sm_{properties.major}{properties.minor}"
    figures = {
        figure: int(getattr(properties, name))
        for figure, names in _FIGURES.items()
        if (name := next((name for name in names if hasattr(properties, name)), None))
    }
    return OwnGpu(number, properties.name, ROCM if is_amd else CUDA, arch, figures)
