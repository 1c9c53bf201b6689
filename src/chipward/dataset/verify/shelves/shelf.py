"""What every shelf offers."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from chipward.model.citation import Source
from chipward.model.missing import Missing

LARGEST = 16 * 2**20  # bytes of one text; a larger file is no text that a person could have quoted from


@dataclass(frozen=True)
class Held:
    """A text that a shelf holds."""

    content: bytes  # as the repository has it
    found_in: str  # torch 2.13.0 (PyPI)
    obtain: str  # the command that fetches the text for somebody who has nothing yet, or nothing
    option: str  # and the option of `chipward verify` that then finds it

    @property
    def text(self) -> str:
        """The content as characters; bytes that are no UTF-8 can be part of no quote."""
        return self.content.decode("utf-8-sig", errors="replace")


class Shelf(Protocol):
    """A place where texts are kept."""

    def find(self, sources: Sequence[Source]) -> Mapping[Source, Held | Missing]:
        """Return the texts that are here, and why others are not; sources that never could be here are left out."""
        ...


def missing(source: Source, why: str) -> Missing:
    """Say why a source is not on a shelf."""
    return Missing(what=source.title, why=why)


def entries_of(folder: Path) -> list[Path]:
    """List a folder in a stable order. One that may not be listed, or entered, holds nothing for us."""
    return sorted(folder.iterdir()) if may_be_read(folder) else []


def may_be_read(folder: Path) -> bool:
    """Whether this is a folder whose entries may be listed and opened."""
    return os.access(folder, os.R_OK | os.X_OK) and folder.is_dir()
