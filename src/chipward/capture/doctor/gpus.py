"""The GPUs that are really here, as their drivers tell in files: no library is loaded to ask."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from chipward.model.target import Backend

NVIDIA = Path("/proc/driver/nvidia/gpus")
AMD = Path("/sys/class/kfd/kfd/topology/nodes")

_MODEL = re.compile(r"^Model:\s*(?P<name>\S.*?)\s*$", re.MULTILINE)
_GFX = re.compile(r"^gfx_target_version (?P<number>[1-9]\d+)$", re.MULTILINE)


@dataclass(frozen=True)
class RealGpu:
    """A GPU with a driver."""

    backend: Backend
    name: str  # NVIDIA H100 80GB HBM3; of AMD's GPUs the driver tells the architecture: gfx942


def real_gpus(nvidia: Path = NVIDIA, amd: Path = AMD) -> tuple[RealGpu, ...]:
    """List the GPUs of this machine."""
    return (
        *(
            RealGpu(Backend.CUDA, found["name"])
            for text in _texts(nvidia, "information")
            for found in [_MODEL.search(text)]
            if found
        ),
        *(
            RealGpu(Backend.ROCM, _gfx(int(found["number"])))
            for text in _texts(amd, "properties")
            for found in [_GFX.search(text)]
            if found
        ),
    )


def _texts(folder: Path, name: str) -> Iterator[str]:
    for file in sorted(folder.glob(f"*/{name}")):
        try:
            yield file.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue  # another user's


def _gfx(number: int) -> str:
    """Spell what the kernel counts: 90402 is gfx942, and 90010 is gfx90a."""
    return f"gfx{number // 10000}{number // 100 % 100:x}{number % 100:x}"
