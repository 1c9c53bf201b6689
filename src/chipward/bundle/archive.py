"""Writes the zip of a bundle, member by member, without holding one in memory."""

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from chipward.errors import Misuse
from chipward.model.trace import Trace

TRACE = "trace.json"

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # of zip files; a real time would make every bundle differ


class Archive:
    """A bundle being written: artifacts and maps in any order, then the trace that lists them."""

    def __init__(self, file: BinaryIO) -> None:
        self._zip = ZipFile(file, "w", ZIP_DEFLATED)
        self._there: set[str] = set()

    def add(self, name: str, chunks: Iterable[bytes], size: int) -> None:
        """Add a member, unless one with this name is there: equal bytes are stored once."""
        if name in self._there:
            return
        self._there.add(name)
        info = ZipInfo(name, _FIRST_DAY)
        info.compress_type = ZIP_DEFLATED
        info.create_system = 3  # Unix, wherever it is written
        info.external_attr = (stat.S_IFREG | 0o644) << 16
        info.file_size = size
        with self._zip.open(info, "w") as member:
            for chunk in chunks:
                member.write(chunk)

    def finish(self, trace: Trace) -> None:
        """Add the trace and the directory of the zip."""
        raw = trace.model_dump_json(by_alias=True, exclude_none=True, indent=1).encode() + b"\n"
        self.add(TRACE, (raw,), len(raw))
        self._zip.close()

    def give_up(self) -> None:
        """Write nothing more: else the zip would finish itself when it is forgotten."""
        self._zip.fp = None


@contextmanager
def archive_at(out: Path, kept: str) -> Iterator[Archive]:
    """Open a bundle that takes the place of ``out``, as `replacing` does it."""
    with replacing(out, kept) as file:
        archive = Archive(file)
        try:
            yield archive
        finally:
            archive.give_up()


@contextmanager
def replacing(out: Path, kept: str) -> Iterator[BinaryIO]:
    """Open a file that takes the place of ``out`` when all went well; until then, and otherwise, that one stays.

    ``kept`` says, in a complaint, what is not lost.
    """
    out = Path(os.path.realpath(out))  # unlike resolve() it takes a link that leads to itself for a name
    if out.exists() and not out.is_file():
        message = f"{out}: is not an ordinary file, so nothing is written there; {kept}; name another file"
        raise Misuse(message)
    part = out.with_name(f".{out.name[:200]}.{os.getpid()}.part")
    try:
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(out)
    except OSError as error:
        part.unlink(missing_ok=True)
        message = f"{out}: cannot be written ({error.strerror or error}); {kept}; make room, or name another file"
        raise Misuse(message) from None
    except BaseException:
        part.unlink(missing_ok=True)
        raise
