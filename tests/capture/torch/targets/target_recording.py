"""What the tests of targets know of the one program that is recorded for all of them."""

from dataclasses import dataclass
from pathlib import Path

from chipward.bundle.spool import Task

SEVERAL = Path(__file__).parent / "programs" / "several.py"
TARGETS = ("cuda:h100", "cuda:a100", "rocm:mi300x")


@dataclass(frozen=True)
class Recording:
    """A recording, what the program printed, and what is to be done after it."""

    spool: Path
    stdout: str
    left: tuple[Task, ...]
