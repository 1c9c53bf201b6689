"""Folders that look as if packages were installed in them."""

import stat
from collections.abc import Iterable
from pathlib import Path

CPU = 'from typing import Optional\n__version__ = "2.13.0+cpu"\ncuda: Optional[str] = None\nhip: Optional[str] = None\n'
CUDA = '__version__ = "2.14.1+cu130"\ncuda: Optional[str] = "13.0"\nhip: Optional[str] = None\n'
ROCM = '__version__ = "2.13.0+rocm7.0"\ncuda: Optional[str] = None\nhip: Optional[str] = "7.0.1"\n'
TOOLS = {"ptxas": "12.8.93", "ptxas-blackwell": "13.1.80", "nvdisasm": "13.1.80", "cuobjdump": "13.1.80"}


def install(site: Path, name: str, version: str, requires: Iterable[str] = ()) -> None:
    """Write the metadata of a package, and nothing of the package itself."""
    folder = site / f"{name.replace('-', '_')}-{version}.dist-info"
    folder.mkdir(parents=True)
    lines = ["Metadata-Version: 2.4", f"Name: {name}", f"Version: {version}"]
    lines += [f"Requires-Dist: {line}" for line in requires]
    (folder / "METADATA").write_text("\n".join(lines) + "\n", encoding="utf-8")


def install_torch(site: Path, version: str = "2.13.0+cpu", built: str = CPU, requires: Iterable[str] = ()) -> None:
    """Write what can be seen of PyTorch without importing it. Importing it would raise."""
    install(site, "torch", version, requires)
    (site / "torch").mkdir()
    (site / "torch/version.py").write_text(built, encoding="utf-8")
    (site / "torch/__init__.py").write_text("raise RuntimeError\n", encoding="utf-8")


def install_triton(site: Path, version: str = "3.7.1", tools: Iterable[str] = tuple(TOOLS)) -> None:
    """Write Triton's metadata and tools, which tell their versions as NVIDIA's do."""
    install(site, "triton", version)
    folder = site / "triton/backends/nvidia/bin"
    folder.mkdir(parents=True)
    for name in tools:
        tool = folder / name
        tool.write_text(f"#!/bin/sh\necho 'Cuda compilation tools, release 1.2, V{TOOLS[name]}'\n", encoding="utf-8")
        tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
