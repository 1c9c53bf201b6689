"""NVIDIA's tools as Triton brings them along."""

import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from chipward.capture.folders import without_folders
from chipward.capture.nvidia_version import version_in

DISASSEMBLE = ("nvdisasm", "--print-code", "kernel.cubin")

_SECONDS = 300
_LONGEST = 200  # characters of a refusal that are told


def disassemble(cubin: bytes) -> str:
    """Return what nvdisasm prints of the code of a cubin. Raises OSError or RuntimeError, in a sentence."""
    with TemporaryDirectory(prefix="chipward-") as folder:
        file = Path(folder, "kernel.cubin")
        file.write_bytes(cubin)
        return run_tool(*DISASSEMBLE[:-1], str(file))


def run_tool(name: str, *words: str, inside: Path | None = None) -> str:
    """Return what a tool prints; `inside` is the folder that it writes to. Raises as `disassemble` does."""
    done = subprocess.run(  # noqa: S603 -- the tool that came with Triton
        [tool(name), *words],
        cwd=inside,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=_SECONDS,
        check=False,
    )
    if done.returncode:
        message = f"{name} says: {without_folders(done.stderr.strip())[:_LONGEST]}"
        raise RuntimeError(message)
    return done.stdout


def tool(name: str) -> str:
    """Where Triton keeps a tool."""
    from triton import knobs  # noqa: PLC0415 -- Triton loads in the worker of a target alone

    return str(getattr(knobs.nvidia, name.replace("-", "_")).path)


@cache
def version_of(name: str) -> str:
    """Say which tool it is: "nvdisasm 13.1.80"."""
    done = subprocess.run([tool(name), "--version"], capture_output=True, text=True, timeout=_SECONDS, check=False)  # noqa: S603 -- the tool that came with Triton
    version = version_in(done.stdout)
    return f"{name} {version}" if version else name
