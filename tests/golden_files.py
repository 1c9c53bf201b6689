"""Goldens: what somebody has looked at, kept to be compared with. `make golden` writes them instead."""

from dataclasses import dataclass
from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class GoldenFolder:
    """A folder of goldens of one sort."""

    folder: Path
    write: bool

    def __call__(self, name: str, text: str) -> None:
        """Compare a text with the golden of this name, or write that when told to."""
        file = self.folder / name
        if self.write:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert file.exists(), f"{name} is new: run `make golden`, look at it and commit it"
        assert text == file.read_text(encoding="utf-8"), f"{name} differs: if it should, run `make golden`"
