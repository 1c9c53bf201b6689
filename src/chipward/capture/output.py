"""Where a bundle goes, and the folder beside it that fills while the program runs. Refused before anything runs."""

import fcntl
import os
import zipfile
from pathlib import Path

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
    """The folder that a run is recorded into. Held by one run; what an earlier, killed one has left is set aside."""

    def __init__(self, out: Path) -> None:
        check_output(out)
        self.folder = Path(f"{out.absolute()}{PART}")
        self.set_aside: Path | None = None
        try:
            self._make()
            self._held = os.open(self.folder, os.O_RDONLY | os.O_CLOEXEC)
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as refused:
            message = f"{out} cannot be written ({refused.strerror}); name a file in another folder with -o"
            raise Misuse(message) from None

    def release(self) -> None:
        """Let go of the folder."""
        os.close(self._held)

    def _make(self) -> None:
        if self.folder.exists() and any(self.folder.iterdir()):
            if _is_held(self.folder):
                message = f"{self.folder} is being written by another run; wait for it, or name another file with -o"
                raise Misuse(message)
            self.set_aside = _free_name(self.folder)
            self.folder.rename(self.set_aside)
        self.folder.mkdir(exist_ok=True)


def _may_be_replaced(file: Path) -> bool:
    try:
        if file.stat().st_size == 0:
            return True  # made by mktemp
        with zipfile.ZipFile(file) as bundle:
            return "trace.json" in bundle.namelist()
    except (OSError, zipfile.BadZipFile):
        return False


def _is_held(folder: Path) -> bool:
    held = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(held)
    return False


def _free_name(folder: Path) -> Path:
    number = 1
    while (free := folder.with_name(f"{folder.name.removesuffix(PART)}.{number}{PART}")).exists():
        number += 1
    return free
