"""Builds the stand-in for CUDA's runtime: once for each user and each PyTorch, and keeps it in their cache."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from chipward.capture.tracers.torch.dry_run.no_dry_run import NoDryRunError
from chipward.capture.tracers.torch.dry_run.rest import lacking, source_of
from chipward.capture.tracers.torch.targets.shim.building import COMPILERS, Torch, why_refused

RUNTIME = Path(__file__).with_name("runtime")
EXPORTS = RUNTIME / "exports.map"
SONAME = "libcuda.so.1"  # whoever loads the driver by its name gets the stand-in


def build(torch: Torch) -> Path:
    """Return the stand-in for a PyTorch; two processes may ask at once.

    Raises:
        NoDryRunError: it cannot be built here; the message says why.
    """
    if shutil.which("nm") is None:
        raise NoDryRunError.without_nm()
    sources = sorted(RUNTIME.iterdir())
    generated = source_of(lacking(torch.root / "lib"))
    told = "\0".join((*(file.read_text(encoding="utf-8") for file in sources), generated, *_words(torch)))
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "chipward"
    library = folder / f"cudart-{hashlib.sha256(told.encode()).hexdigest()[:16]}.so"
    if library.exists():
        return library
    compiler = os.environ.get("CXX") or next(filter(shutil.which, COMPILERS), None)
    if compiler is None:
        raise NoDryRunError.without_compiler()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            rest = Path(scratch, "rest.cpp")
            rest.write_text(generated, encoding="utf-8")
            made = Path(scratch, library.name)
            files = [str(file) for file in (*sources, rest) if file.suffix == ".cpp"]
            command = [*compiler.split(), *_words(torch), *files, "-o", str(made)]
            try:
                done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603 -- our own sources
            except OSError as error:
                raise NoDryRunError.not_started(Path(command[0]).name, error) from error
            if done.returncode:
                raise NoDryRunError.not_built(why_refused(done), torch.version)
            made.replace(library)
    except OSError as error:
        raise NoDryRunError.not_kept(error) from error
    return library


def _words(torch: Torch) -> list[str]:
    options = [
        "-std=c++17",
        "-O1",
        "-shared",
        "-fPIC",
        f"-Wl,-soname,{SONAME}",
        f"-Wl,--version-script={EXPORTS}",
        f"-I{RUNTIME}",
    ]
    return [*options, *(f"-I{folder}" for folder in _headers(torch.root.parent))]


def _headers(packages: Path) -> tuple[Path, ...]:
    """NVIDIA's headers of the version that PyTorch is built with; Triton has those that they include in their turn."""
    runtime = sorted(packages.glob("nvidia/*/include/cuda_runtime_api.h"))
    triton = packages / "triton" / "backends" / "nvidia" / "include"
    if not runtime or not (triton / "crt").is_dir():
        raise NoDryRunError.without_headers()
    return runtime[0].parent, triton
