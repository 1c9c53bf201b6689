"""Samples where the processor is while something is called again and again. Runs in the process that replays."""

import ctypes
import hashlib
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

_SOURCE = Path(__file__).with_name("sampler.c")
_EVERY = 200_000  # nanoseconds


class NoSamplerError(Exception):
    """There is no sampler here; the message says why."""


class Samples(NamedTuple):
    """The stacks that were seen, innermost address first, and how often the call ended meanwhile."""

    stacks: list[list[int]]
    calls: int


def sample(call: Callable[[], Any], seconds: float) -> Samples:
    """Call again and again for so long."""
    library = _library()
    call()
    if library.begin(_EVERY):
        message = "The system gives no timer to sample with."
        raise NoSamplerError(message)
    calls = 0
    until = perf_counter() + seconds
    try:
        while perf_counter() < until:
            call()
            calls += 1
    finally:
        taken = library.end()
        signal.signal(signal.SIGPROF, signal.SIG_IGN)  # one may still be on its way
    stacks = [library.addresses_of(number)[: library.depth_of(number)] for number in range(taken)]
    return Samples([[address or 0 for address in stack] for stack in stacks], calls)


@cache
def _library() -> Any:  # noqa: ANN401 -- functions of C
    library = ctypes.CDLL(str(build()))
    library.begin.argtypes = [ctypes.c_long]
    library.addresses_of.restype = ctypes.POINTER(ctypes.c_void_p)
    return library


def build() -> Path:
    """Return the sampler, compiled once for each user and kept in their cache."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        message = f"The sampler runs on Linux on x86-64; this is {platform.system()} on {platform.machine()}."
        raise NoSamplerError(message)
    source = _SOURCE.read_bytes()
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "chipward"
    library = folder / f"sampler-{hashlib.sha256(source).hexdigest()[:16]}.so"
    if library.exists():
        return library
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        message = "There is no C compiler (gcc or cc) to build the sampler with: install one."
        raise NoSamplerError(message)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            made = Path(scratch) / library.name
            command = [compiler, "-O2", "-shared", "-fPIC", "-o", str(made), str(_SOURCE), "-lrt"]
            subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 -- our own source
            made.replace(library)
    except subprocess.CalledProcessError as error:
        lines = str(error.stderr).strip().splitlines()
        said = (
            lines[0].rstrip(".")
            if lines
            else f"{Path(compiler).name} ended with exit code {error.returncode} and said nothing"
        )
        message = f"The C compiler could not build the sampler: {said}."
        raise NoSamplerError(message) from error
    except OSError as error:
        message = f"The sampler could not be kept in your cache ({error.strerror or error})."
        raise NoSamplerError(message) from error
    return library
