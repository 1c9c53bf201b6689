"""A program that JAX compiles, run bare and traced once for all tests."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from jax_watched import PROGRAMS, Both, Folder


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A folder for a program."""
    return Folder(tmp_path)


@pytest.fixture(scope="session")
def step(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    """The program `step.py`, whose line maps were worked out by hand."""
    folder = Folder(tmp_path_factory.mktemp("step"))
    shutil.copy(PROGRAMS / "step.py", folder.path)
    bare, traced = folder.run("step.py"), folder.trace("step.py")
    with folder.bundle() as bundle:
        yield Both(bare, traced, bundle)
