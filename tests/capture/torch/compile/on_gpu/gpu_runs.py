"""Compiles the programs in the folder beside this file for a chip that is not here. No machine code is made."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from chipward.bundle.pack import pack

HERE = Path(__file__).parent
SECONDS = 600  # a compiler on a busy machine


@dataclass(frozen=True)
class Compiled:
    """The programs, with their graphs recorded and compiled."""

    folder: Path

    @property
    def spool(self) -> Path:
        """The recording."""
        return self.folder / "spool"

    @property
    def bundle(self) -> Path:
        """All of it, packed."""
        return self.folder / "run.chipward"

    def sources(self) -> set[str]:
        """Compile once more without watching, and return the source of each kernel."""
        bare = self.folder / "bare"
        bare.mkdir()
        _run(self.folder, "compile_graphs.py", "spool", str(bare))
        return {path.read_bytes().decode() for path in bare.iterdir()}

    def sabotaged(self, *programs: str) -> dict[str, list[str]]:
        """Compile while parts of the tracer fail; return what the journal holds for each of them."""
        _run(self.folder, "sabotage_triton.py", "spool", *programs)
        journals = self.spool.glob("*/journal-0.jsonl")
        return {path.parent.name: path.read_text().splitlines() for path in journals}


def compile_for(target: str, folder: Path) -> Compiled:
    """Run the programs in a folder, and compile their graphs for a target."""
    shutil.copytree(HERE / "programs", folder)
    programs = sorted(path.name for path in folder.glob("*.py"))
    compiled = Compiled(folder)
    _run(folder, "record_graphs.py", "spool", target, *programs)
    _run(folder, "compile_graphs.py", "spool")
    pack(compiled.spool, compiled.bundle)
    return compiled


def _run(folder: Path, script: str, *arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, str(HERE / script), *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
