"""A folder for a program, PyTorch's stand-in, and what spares PyTorch work that is the same each time."""

import os
from pathlib import Path

import pytest
from programs import STAND_IN, Place

# With an empty cache Inductor asks the C++ compiler about each kind of vectors that the CPU has, some ten seconds of
# work for each program that compiles. The programs of torch/compile ask all the same.
os.environ.setdefault("TORCHINDUCTOR_VEC_ISA_OK", "1")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A folder for a program. Python finds PyTorch's stand-in before any PyTorch."""
    folder = tmp_path / "place"
    folder.mkdir()
    return Place(folder, dict(os.environ) | {"PYTHONPATH": str(STAND_IN)})
