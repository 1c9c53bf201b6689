"""Builds the shim: once for each user and each PyTorch, and keeps it in their cache."""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from chipward.capture.folders import without_folders
from chipward.capture.tracers.torch.targets.shim.no_shim import NoShimError

SOURCE = Path(__file__).with_name("guard.cpp")
COMPILERS = ("g++", "c++", "clang++")

_VERSION = re.compile(r"^__version__ = '([^']+)'", re.MULTILINE)
_ERROR = re.compile(r"\berror:")


@dataclass(frozen=True)
class Torch:
    """A PyTorch on this machine, looked at from outside: it must not be imported yet."""

    root: Path

    @property
    def has_cuda(self) -> bool:
        """Whether it was built with CUDA."""
        return (self.root / "lib" / "libtorch_cuda.so").exists()

    @property
    def version(self) -> str:
        """Its version, such as 2.13.0+cpu."""
        found = _VERSION.search((self.root / "version.py").read_text(encoding="utf-8"))
        return found[1] if found else "of an unknown version"


def build(torch: Torch) -> Path:
    """Return the shim for a PyTorch. Two processes may ask at once: whoever is last replaces the other's."""
    words = _command(torch)
    told = "\0".join((SOURCE.read_text(encoding="utf-8"), torch.version, *words))
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "chipward"
    library = folder / f"guard-{hashlib.sha256(told.encode()).hexdigest()[:16]}.so"
    if library.exists():
        return library
    compiler = os.environ.get("CXX") or next(filter(shutil.which, COMPILERS), None)
    if compiler is None:
        raise NoShimError.without_compiler()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            made = Path(scratch) / library.name
            command = [*compiler.split(), *words, "-o", str(made)]
            try:
                done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603 -- our own source
            except OSError as error:
                raise NoShimError.not_started(Path(command[0]).name, error) from error
            if done.returncode:
                raise NoShimError.not_built(why_refused(done), torch.version)
            made.replace(library)
    except OSError as error:
        raise NoShimError.not_kept(error) from error
    return library


def _command(torch: Torch) -> list[str]:
    """The words for the compiler: what it builds follows from these, from the source and from PyTorch alone."""
    libraries = torch.root / "lib"
    return [
        "-std=c++20",
        "-O1",
        "-shared",
        "-fPIC",
        *(["-DBUILD_WITH_CUDA"] if torch.has_cuda else []),
        f"-I{torch.root / 'include'}",
        str(SOURCE),
        f"-L{libraries}",
        f"-Wl,-rpath,{libraries}",
        "-ltorch_cpu",
        "-lc10",
    ]


def why_refused(done: "subprocess.CompletedProcess[str]") -> str:
    """Tell what a compiler says that has failed, without this machine's folders; one that says nothing is named."""
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    if not lines:
        code = done.returncode
        ended = f"exit code {code}" if code >= 0 else f"signal {-code}"
        return f"the compiler, {Path(done.args[0]).name}, ended with {ended} and said nothing"
    first = next((line for line in lines if _ERROR.search(line)), lines[-1])
    return without_folders(first).rstrip(".")
