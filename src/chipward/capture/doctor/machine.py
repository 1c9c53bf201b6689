"""Everything that is looked at, in one value."""

import os
import platform
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from chipward.capture.building import COMPILERS
from chipward.capture.doctor.gpus import RealGpu, real_gpus
from chipward.capture.doctor.nvidia_tools import Tool, bundled_tools
from chipward.capture.tracers.torch.dry_run.wheel import has_driver
from chipward.capture.tracers.torch.installed import Package, Torch, find_torch, find_triton
from chipward.capture.tracers.torch.pairing import Pairing, pairing


@dataclass(frozen=True)
class Machine:
    """What is installed here."""

    system: str  # Linux
    processor: str  # x86_64
    python: str  # 3.11.7
    compiler: str | None  # g++
    has_nm: bool  # which lists the functions of a library
    has_nvidia_driver: bool
    gpus: tuple[RealGpu, ...]
    torch: Torch | None
    triton: Package | None
    tools: tuple[Tool, ...]

    @property
    def pairing(self) -> Pairing | None:
        """The Triton that goes with this PyTorch, where it is known."""
        return pairing(self.torch) if self.torch else None

    @property
    def triton_fits(self) -> bool | None:
        """Whether the two go together; None where that is not known."""
        return self.pairing.fits(self.triton) if self.pairing and self.triton else None

    def has_tool(self, name: str) -> bool:
        """Whether one of NVIDIA's tools is there."""
        return any(tool.name == name for tool in self.tools)


def look_around(path: Sequence[str] | None = None) -> Machine:
    """Look at this machine. ``path`` are folders of packages to look into instead of the interpreter's own."""
    triton = find_triton(path)
    return Machine(
        system=platform.system(),
        processor=platform.machine(),
        python=".".join(map(str, sys.version_info[:3])),
        compiler=_compiler(),
        has_nm=shutil.which("nm") is not None,
        has_nvidia_driver=has_driver(),
        gpus=real_gpus(),
        torch=find_torch(path),
        triton=triton,
        tools=bundled_tools(triton),
    )


def _compiler() -> str | None:
    wanted = os.environ.get("CXX", "").split()[:1]
    return next(filter(shutil.which, (*wanted, *COMPILERS)), None)
