"""Twenty sorts of programs print the same numbers bare and traced."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


def test_the_traced_program_prints_what_the_bare_one_prints(folder: Path) -> None:
    bare = subprocess.run(
        [sys.executable, "nineteen.py"],
        cwd=folder,
        env=os.environ | {"JAX_PLATFORMS": "cpu"},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )

    assert bare.stdout.count("\n") == 2
    assert (folder / "said.txt").read_text() == bare.stdout
