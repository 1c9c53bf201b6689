"""NVIDIA's tools that a Triton wheel brings along: the assembler, and readers of what it makes."""

import subprocess
from dataclasses import dataclass

from chipward.capture.nvidia_version import version_in
from chipward.capture.tracers.torch.installed import Package

TOOLS = ("ptxas", "ptxas-blackwell", "nvdisasm", "cuobjdump")
_FOLDER = "triton/backends/nvidia/bin"
_SECONDS = 10


@dataclass(frozen=True)
class Tool:
    """A tool that is there and runs."""

    name: str
    version: str


def bundled_tools(triton: Package | None) -> tuple[Tool, ...]:
    """Ask each tool of a Triton for its version; what does not answer cannot be used and is left out."""
    if triton is None:
        return ()
    started = []
    for name in TOOLS:
        try:
            command = [str(triton.folder / _FOLDER / name), "--version"]
            started.append((name, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)))  # noqa: S603 -- the tool that came with Triton
        except OSError:
            continue
    return tuple(Tool(name, version) for name, process in started if (version := _answer(process)))


def _answer(process: subprocess.Popen[bytes]) -> str:
    with process:
        try:
            said, _ = process.communicate(timeout=_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            return ""
    version = version_in(said.decode(errors="replace"))
    return version if version and process.returncode == 0 else ""
