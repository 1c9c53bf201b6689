"""Running programs that use JAX, bare and traced."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from chipward.bundle.read import Bundle, open_bundle

PROGRAMS = Path(__file__).parent / "programs"
SECONDS = 600  # a compiler on a busy machine


@dataclass(frozen=True)
class Folder:
    """Where programs are run."""

    path: Path

    def run(self, *words: str, **variables: str) -> "subprocess.CompletedProcess[str]":
        """Run Python."""
        environment = os.environ | {"JAX_PLATFORMS": "cpu"} | variables
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )

    def trace(self, program: str, *options: str, **variables: str) -> "subprocess.CompletedProcess[str]":
        """Run a program under chipward."""
        return self.run("-m", "chipward", "trace", "-q", "-o", "run.chipward", *options, program, **variables)

    def write(self, text: str) -> str:
        """Write a program."""
        (self.path / "program.py").write_text(text)
        return "program.py"

    def bundle(self) -> Bundle:
        """What was recorded last."""
        return open_bundle(self.path / "run.chipward")


@dataclass(frozen=True)
class Both:
    """A program, run twice."""

    bare: "subprocess.CompletedProcess[str]"
    traced: "subprocess.CompletedProcess[str]"
    bundle: Bundle
