"""Where a bundle goes, and the folder beside it that fills while the program runs. Refused before anything runs."""

import fcntl
import os
import zipfile
from pathlib import Path
from typing import Self

from chipward.errors import Misuse

SUFFIX = ".chipward"
PART = ".part"  # the folder's name is the bundle's, and this


def check_output(out: Path) -> None:
    """Refuse to write over what is no bundle."""
    if out.is_dir():
        message = f"{out} is a folder; name a file for the bundle with -o"
        raise Misuse(message)
    if out.exists() and not _may_be_replaced(out):
        message = f"{out} exists and is not a bundle of chipward's; name another file with -o, or move it away"
        raise Misuse(message)


class Spool:
    """The folder that a run is recorded into, held by one process at a time, and the bundle that it becomes."""

    def __init__(self, folder: Path, out: Path) -> None:
        check_output(out)
        self.folder = folder
        self.out = out
        self.set_aside: Path | None = None  # what an earlier run has left, if it was cut short
        self._held: int | None = None

    @classmethod
    def for_run(cls, out: Path) -> Self:
        """Make the folder beside the bundle."""
        spool = cls(Path(f"{out.absolute()}{PART}"), out)
        try:
            spool._make()
        except OSError as refused:
            message = f"{out} cannot be written ({refused.strerror}); name a file in another folder with -o"
            raise Misuse(message) from None
        return spool

    @classmethod
    def left(cls, folder: Path, out: Path) -> Self:
        """Take over what a run has left."""
        spool = cls(folder.absolute(), out)
        if not spool.folder.is_dir():
            message = f"{folder} is no folder; name what a run has left, such as run.chipward{PART}"
            raise Misuse(message)
        spool._hold()
        return spool

    def release(self) -> None:
        """Let another process have the folder."""
        if self._held is not None:
            fcntl.flock(self._held, fcntl.LOCK_UN)  # a forked child may still have it open
            os.close(self._held)
            self._held = None

    def _make(self) -> None:
        if self.folder.is_dir() and any(self.folder.iterdir()):
            self._hold()
            self.set_aside = _free_name(self.folder)
            self.folder.rename(self.set_aside)
            self.release()
        self.folder.mkdir(exist_ok=True)
        self._hold()

    def _hold(self) -> None:
        self._held = os.open(self.folder, os.O_RDONLY | os.O_CLOEXEC)
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.release()
            message = f"{self.folder} is being written by another run; wait for its end, or name another file with -o"
            raise Misuse(message) from None


def _may_be_replaced(file: Path) -> bool:
    try:
        if file.stat().st_size == 0:
            return True  # made by mktemp
        with zipfile.ZipFile(file) as bundle:
            return "trace.json" in bundle.namelist()
    except (OSError, zipfile.BadZipFile):
        return False


def _free_name(folder: Path) -> Path:
    out = Path(folder.name.removesuffix(PART))
    number = 1
    while (free := folder.with_name(f"{out.stem}.{number}{out.suffix}{PART}")).exists():
        number += 1
    return free
