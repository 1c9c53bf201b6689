"""The scripts say how they are called, and what they cannot use."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts/download_packages.py"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "Usage: python scripts/download_packages.py FOLDER"),
        (["a", "b"], "Usage: python scripts/download_packages.py FOLDER"),
        ([str(SCRIPT)], "cannot be the folder for packages (File exists); name another."),
    ],
)
def test_a_wrong_call_is_refused(words: list[str], sentence: str) -> None:
    done = subprocess.run([sys.executable, SCRIPT, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
