"""Where libtpu writes while it compiles: one folder a process, there only as long as it is needed.

libtpu learns of the folder when it is loaded, and cannot be told another. A worker that libtpu ends leaves its folder
behind; the next one takes it away.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

_PREFIX = "chipward-tpu-"


@cache
def place() -> Path:
    """The folder of this process. Its name holds no white space, unless that of the folder for all such files does."""
    return Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))


@contextmanager
def emptied_after(*folders: Path) -> Iterator[None]:
    """Have these folders, empty; and leave nothing of this process behind."""
    _take_away_leftovers()
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    finally:
        shutil.rmtree(place(), ignore_errors=True)


def texts_in(folder: Path) -> dict[str, str]:
    """Read all texts that lie in a folder, by their names."""
    return {
        file.name: file.read_text(encoding="utf-8", errors="replace")
        for file in sorted(folder.iterdir())
        if file.suffix == ".txt" and file.is_file()
    }


def _take_away_leftovers() -> None:
    for folder in place().parent.glob(f"{_PREFIX}*"):
        owner = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if owner.isdecimal() and not _is_there(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)


def _is_there(process: int) -> bool:
    with suppress(PermissionError):  # somebody else's: it is there
        try:
            os.kill(process, 0)
        except (ProcessLookupError, OverflowError):
            return False
    return True
