"""Runs of the programs in the folder beside this file."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

PROGRAMS = Path(__file__).parent / "programs"
SECONDS = 600  # a compiler on a busy machine


@dataclass(frozen=True)
class Ran:
    """A run of a program in a folder of its own."""

    folder: Path
    stdout: str
    stderr: str


def run(folder: Path, command: list[str], **variables: str) -> Ran:
    """Run a command among the programs; it has to end well."""
    if not folder.exists():
        shutil.copytree(PROGRAMS, folder)
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return Ran(folder, done.stdout, done.stderr)
