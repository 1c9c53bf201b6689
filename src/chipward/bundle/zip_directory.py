"""Opens the zip of a bundle and judges its directory before anything in it is read.

A zip can say that it holds ten million files, the same file twice, or a terabyte in a kilobyte. Each is refused by
what the directory says, in time and memory that do not depend on what it says.
"""

import stat
import struct
import zlib
from pathlib import Path
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from chipward.bundle import limits
from chipward.bundle.broken import broken
from chipward.errors import Misuse

# What zipfile raises at a file that is no good zip; the others come out of its struct and codec calls.
UNREADABLE = (
    BadZipFile,
    EOFError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
    struct.error,
    zlib.error,
)

_ENCRYPTED = 0x1


def open_zip(file: BinaryIO, path: Path) -> tuple[ZipFile, dict[str, ZipInfo]]:
    """Open a zip and return its members by name. Folders are left out: nothing is unpacked."""
    try:
        opened = ZipFile(_Bounded(file, path))
    except UNREADABLE:
        raise broken(path, "", "is not a whole zip file") from None
    members = opened.infolist()
    if len(members) > limits.MEMBERS:
        raise too_many(path)
    room = path.stat().st_size
    found: dict[str, ZipInfo] = {}
    for member in members:
        if trouble := _trouble(member, room, found):
            raise broken(path, member.filename, trouble)
        room -= member.compress_size
        if not member.is_dir():
            found[member.filename] = member
    return opened, found


def too_many(path: Path) -> Misuse:
    """Complain about the number of files."""
    return broken(path, "", f"holds more files than the {limits.MEMBERS:,} that a bundle may have")


def _trouble(member: ZipInfo, room: int, found: dict[str, ZipInfo]) -> str | None:  # noqa: PLR0911 -- one for each trick
    name = member.filename
    mode = member.external_attr >> 16
    if name.startswith("/") or "\\" in name or ":" in name or ".." in name.split("/") or member.orig_filename != name:
        return "has a name that leads out of the bundle"
    if name in found:
        return "stands twice in the zip"
    if mode and stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "is a link or a device, and a bundle holds ordinary files"
    if member.flag_bits & _ENCRYPTED:
        return "is encrypted, and a bundle never is"
    if member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        return "is compressed in a way that a bundle never is"
    if member.compress_size > room:
        return "shares its bytes with other files of the zip"
    if member.file_size > member.compress_size * limits.DEFLATES_TO + 64:
        return "says that it unpacks to more than its bytes can hold"
    return None


class _Bounded:
    """A file that refuses to be read in one gulp larger than a directory may be: zipfile reads it at once."""

    def __init__(self, file: BinaryIO, path: Path) -> None:
        self._file = file
        self._path = path

    def read(self, size: int = -1) -> bytes:
        if size > limits.DIRECTORY:
            raise too_many(self._path)
        return self._file.read(size)

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True

    def close(self) -> None:
        self._file.close()
