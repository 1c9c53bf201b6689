"""NVIDIA's tools as Triton brings them along."""

from pathlib import Path

from chipward.capture import nvidia_tools


def disassemble(cubin: bytes) -> str:
    """Return what nvdisasm prints of the code of a cubin. Raises OSError or RuntimeError, in a sentence."""
    return nvidia_tools.disassemble(tool("nvdisasm"), cubin)


def run_tool(name: str, *words: str, inside: Path | None = None) -> str:
    """Return what a tool prints; `inside` is the folder that it writes to. Raises as `disassemble` does."""
    return nvidia_tools.run(tool(name), *words, inside=inside)


def tool(name: str) -> str:
    """Where Triton keeps a tool."""
    from triton import knobs  # noqa: PLC0415 -- Triton loads in the worker of a target alone

    return str(getattr(knobs.nvidia, name.replace("-", "_")).path)


def version_of(name: str) -> str:
    """Say which tool it is: "nvdisasm 13.1.80"."""
    return nvidia_tools.version_of(tool(name))
