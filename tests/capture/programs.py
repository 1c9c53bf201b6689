"""Running programs bare and traced, each in a folder of its own, and comparing what can be seen of them."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from chipward.bundle.read import Bundle, open_bundle

STAND_IN = Path(__file__).parent / "stand_in"
WAIT = 600  # seconds, on a busy machine


@dataclass
class Place:
    """A folder with a program in it."""

    folder: Path
    environment: dict[str, str] = field(default_factory=lambda: dict(os.environ))
    out: str = "run.chipward"

    def write(self, text: str, name: str = "program.py") -> str:
        """Write a file of the program."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return name

    def bare(self, *words: str, **extra: object) -> "subprocess.CompletedProcess[bytes]":
        """Run Python."""
        return self._run([sys.executable, *words], extra)

    def traced(
        self, *words: str, options: Sequence[str] = ("--quiet",), **extra: object
    ) -> "subprocess.CompletedProcess[bytes]":
        """Run `chipward trace`."""
        return self._run(self.command(*words, options=options), extra)

    def command(self, *words: str, options: Sequence[str] = ("--quiet",)) -> list[str]:
        """The words of `chipward trace`."""
        return [sys.executable, "-m", "chipward", "trace", "-o", self.out, *options, *words]

    def bundle(self) -> Bundle:
        """What was written."""
        return open_bundle(self.folder / self.out)

    @property
    def spool(self) -> Path:
        """The folder that is there while the program runs."""
        return self.folder / f"{self.out}.part"

    def _run(self, command: list[str], extra: Mapping[str, object]) -> "subprocess.CompletedProcess[bytes]":
        settings: dict[str, object] = {"stdin": subprocess.DEVNULL} | dict(extra)
        if "input" in settings:
            del settings["stdin"]
        return subprocess.run(  # type: ignore[call-overload, no-any-return]
            command, cwd=self.folder, env=self.environment, capture_output=True, timeout=WAIT, check=False, **settings
        )
