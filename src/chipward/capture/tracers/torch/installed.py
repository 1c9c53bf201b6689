"""Packages of the interpreter that runs programs, read from their metadata: nothing of them is imported."""

import ast
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement

TRITON_NAMES = ("triton", "pytorch-triton", "triton-rocm", "pytorch-triton-rocm")  # one compiler, by who builds it


@dataclass(frozen=True)
class Package:
    """One installed package."""

    name: str
    version: str
    requires: tuple[Requirement, ...]
    folder: Path  # that its modules lie in


@dataclass(frozen=True)
class Torch:
    """PyTorch, and what it was built for."""

    package: Package
    cuda: str | None  # 13.0
    hip: str | None

    @property
    def root(self) -> Path:
        """The folder of its own code."""
        return self.package.folder / "torch"

    @property
    def version(self) -> str:
        """The version with what a build adds to it: 2.13.0+cpu."""
        return self.package.version

    @property
    def public_version(self) -> str:
        """The version without what a build adds to it: 2.13.0 of 2.13.0+cpu."""
        return self.version.partition("+")[0]

    @property
    def build(self) -> str:
        """What it was built for, in words: CPU only."""
        if self.cuda:
            return f"CUDA {self.cuda}"
        return f"ROCm {self.hip}" if self.hip else "CPU only"


def find_torch(path: Sequence[str] | None = None) -> Torch | None:
    """Return PyTorch, if it is installed. ``path`` are folders to look into instead of the interpreter's own."""
    package = find_package(("torch",), path)
    if package is None:
        return None
    built = _constants(package.folder / "torch" / "version.py")
    return Torch(package, cuda=built.get("cuda"), hip=built.get("hip"))


def find_triton(path: Sequence[str] | None = None) -> Package | None:
    """Return Triton, under whichever name it is installed."""
    return find_package(TRITON_NAMES, path)


def find_package(names: Iterable[str], path: Sequence[str] | None = None) -> Package | None:
    """Return the first of these packages that is installed."""
    folders = list(sys.path if path is None else path)
    for name in names:
        for found in distributions(name=name, path=folders):
            if found.version:  # a folder that an uninstall has left behind has none
                return Package(name, found.version, tuple(_requirements(found)), Path(str(found.locate_file(""))))
    return None


def _requirements(found: Distribution) -> Iterable[Requirement]:
    for line in found.requires or ():
        try:
            requirement = Requirement(line)
        except InvalidRequirement:
            continue  # an older way to write them, of some other package
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield requirement


def _constants(file: Path) -> dict[str, str]:
    """Read the texts that a module assigns at its top, without running it."""
    try:
        tree = ast.parse(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError):
        return {}
    found: dict[str, str] = {}
    for statement in tree.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        value = getattr(statement, "value", None)
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            found |= {target.id: value.value for target in targets if isinstance(target, ast.Name)}
    return found
