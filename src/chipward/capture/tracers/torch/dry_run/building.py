"""What the stand-in for CUDA's runtime is built from."""

import shutil
from pathlib import Path

from chipward.capture.building import Library
from chipward.capture.tracers.torch.dry_run.no_dry_run import NoDryRunError
from chipward.capture.tracers.torch.dry_run.rest import lacking, source_of
from chipward.capture.tracers.torch.installed import Torch

RUNTIME = Path(__file__).with_name("runtime")
EXPORTS = RUNTIME / "exports.map"
SONAME = "libcuda.so.1"  # whoever loads the driver by its name gets the stand-in


def runtime_for(torch: Torch) -> Library:
    """What the stand-in for a PyTorch is built from.

    Raises:
        NoDryRunError: something that it is built with is not here; the message says what.
    """
    if shutil.which("nm") is None:
        raise NoDryRunError.without_nm()
    return Library(
        name="cudart",
        what="the stand-in for CUDA's runtime",
        against=f"PyTorch {torch.version}",
        files=tuple(sorted(RUNTIME.iterdir())),
        options=(
            "-std=c++17",
            f"-Wl,-soname,{SONAME}",
            f"-Wl,--version-script={EXPORTS}",
            f"-I{RUNTIME}",
            *(f"-I{folder}" for folder in _headers(torch.root.parent)),
        ),
        generated=source_of(lacking(torch.root / "lib")),
    )


def _headers(packages: Path) -> tuple[Path, ...]:
    """NVIDIA's headers of the version that PyTorch is built with; Triton has those that they include in their turn."""
    runtime = sorted(packages.glob("nvidia/*/include/cuda_runtime_api.h"))
    triton = packages / "triton" / "backends" / "nvidia" / "include"
    if not runtime or not (triton / "crt").is_dir():
        raise NoDryRunError.without_headers()
    return runtime[0].parent, triton
