"""Builds a small library from C++: once for each user and each thing it is built against, and keeps it in their cache.

Two processes may ask for it at once: whoever is last replaces the other's, which is the same.
"""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from chipward.capture.folders import without_folders
from chipward.capture.not_built import NotBuiltError

COMPILERS = ("g++", "c++", "clang++")

_SHARED = ("-O1", "-shared", "-fPIC")
_ERROR = re.compile(r"\berror:")


@dataclass(frozen=True)
class Library:
    """What a library is built from. It is built anew where any of this differs."""

    name: str  # of its file
    what: str  # in a sentence: the stand-in for the GPU's driver
    against: str  # whose parts it uses: PyTorch 2.13.0+cpu
    files: tuple[Path, ...]  # those that end in .cpp are compiled
    options: tuple[str, ...]
    links: tuple[str, ...] = ()  # the words after the sources
    generated: str = ""  # one more source

    @property
    def fingerprint(self) -> str:
        """16 digits that stand for all of it."""
        texts = (file.read_text(encoding="utf-8") for file in self.files)
        told = "\0".join((*texts, self.generated, self.against, *_SHARED, *self.options, *self.links))
        return hashlib.sha256(told.encode()).hexdigest()[:16]


def build(library: Library) -> Path:
    """Return the built library.

    Raises:
        NotBuiltError: it cannot be built here; the message says why.
    """
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "chipward"
    built = folder / f"{library.name}-{library.fingerprint}.so"
    if built.exists():
        return built
    compiler = os.environ.get("CXX") or next(filter(shutil.which, COMPILERS), None)
    if compiler is None:
        raise NotBuiltError.without_compiler(library.what)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            made = Path(scratch, built.name)
            _compile(library, compiler.split(), made)
            made.replace(built)
    except OSError as error:
        raise NotBuiltError.not_kept(library.what, error) from error
    return built


def _compile(library: Library, compiler: list[str], made: Path) -> None:
    sources = [file for file in library.files if file.suffix == ".cpp"]
    if library.generated:
        sources.append(made.with_name("generated.cpp"))
        sources[-1].write_text(library.generated, encoding="utf-8")
    command = [*compiler, *_SHARED, *library.options, *map(str, sources), *library.links, "-o", str(made)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603 -- our own sources
    except OSError as error:
        raise NotBuiltError.not_started(library.what, Path(command[0]).name, error) from error
    if done.returncode:
        raise NotBuiltError.refused(library.what, library.against, _why(done))


def _why(done: "subprocess.CompletedProcess[str]") -> str:
    """Tell what a compiler says that has failed, without this machine's folders; one that says nothing is named."""
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    if not lines:
        code = done.returncode
        ended = f"exit code {code}" if code >= 0 else f"signal {-code}"
        return f"the compiler, {Path(done.args[0]).name}, ended with {ended} and said nothing"
    first = next((line for line in lines if _ERROR.search(line)), lines[-1])
    return without_folders(first).rstrip(".")
