"""A folder for a program, and PyTorch's stand-in."""

import os
from pathlib import Path

import pytest
from programs import STAND_IN, Place


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A folder for a program. Python finds PyTorch's stand-in before any PyTorch."""
    folder = tmp_path / "place"
    folder.mkdir()
    return Place(folder, dict(os.environ) | {"PYTHONPATH": str(STAND_IN)})
