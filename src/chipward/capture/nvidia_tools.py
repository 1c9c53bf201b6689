"""Runs NVIDIA's tools, wherever they lie, and tells what they say without this machine's folders."""

import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from chipward.capture.folders import without_folders
from chipward.capture.nvidia_version import version_in

DISASSEMBLE = ("nvdisasm", "--print-code", "kernel.cubin")

_SECONDS = 300
_LONGEST = 200  # characters of a refusal that are told


def disassemble(tool: str, cubin: bytes) -> str:
    """Return what nvdisasm, which lies there, prints of the code of a cubin. Raises as `run` does."""
    with TemporaryDirectory(prefix="chipward-") as folder:
        file = Path(folder, "kernel.cubin")
        file.write_bytes(cubin)
        return run(tool, *DISASSEMBLE[1:-1], str(file))


def run(tool: str, *words: str, inside: Path | None = None) -> str:
    """Return what a tool prints; `inside` is the folder it writes to. Raises OSError or RuntimeError, in a sentence."""
    done = subprocess.run(  # noqa: S603 -- a tool that came with a package
        [tool, *words], cwd=inside, capture_output=True, text=True, errors="replace", timeout=_SECONDS, check=False
    )
    if done.returncode:
        message = f"{Path(tool).name} says: {without_folders(done.stderr.strip())[:_LONGEST]}"
        raise RuntimeError(message)
    return done.stdout


@cache
def version_of(tool: str) -> str:
    """Say which tool it is: "nvdisasm 13.1.80"."""
    done = subprocess.run([tool, "--version"], capture_output=True, text=True, timeout=_SECONDS, check=False)  # noqa: S603 -- likewise
    name, version = Path(tool).name, version_in(done.stdout)
    return f"{name} {version}" if version else name
