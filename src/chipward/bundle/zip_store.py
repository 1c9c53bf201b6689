"""The bytes of a ``.chipward`` file: a zip, of which the directory and ``trace.json`` are read at once."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO
from zipfile import ZipInfo

from chipward.bundle import limits
from chipward.bundle.broken import broken
from chipward.bundle.content import CHUNK
from chipward.bundle.map_file import read_map
from chipward.bundle.trace_file import NAME, read_trace
from chipward.bundle.zip_directory import UNREADABLE, open_zip
from chipward.errors import Misuse
from chipward.model.artifact import Artifact
from chipward.model.lines import LineMap
from chipward.model.trace import MapEntry


class ZipStore:
    """Reads a bundle member by member. Several threads may read at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        file = _opened(path)
        try:
            self._zip, self._members = open_zip(file, path)
            self.trace = read_trace(self._whole(NAME, limits.TRACE), path)
            self._compare()
        except BaseException:
            file.close()
            raise
        self._file = file

    def chunks(self, artifact: Artifact) -> Iterator[bytes]:
        """Read an artifact."""
        return self._read(self._members[artifact.file])

    def line_map(self, entry: MapEntry) -> LineMap:
        """Read a map."""
        return read_map(self.map_file(entry), f"{self._path}: {entry.file}")

    def map_file(self, entry: MapEntry) -> bytes:
        """Read the file of a map, unchecked."""
        return self._whole(entry.file, limits.MAP)

    def close(self) -> None:
        """Let go of the file."""
        self._zip.close()
        self._file.close()

    def _compare(self) -> None:
        for artifact in self.trace.artifacts:
            member = self._members.get(artifact.file)
            if member is None:
                raise broken(self._path, artifact.file, f"is not in the zip, and {NAME} lists it")
            if member.file_size != artifact.bytes:
                what = f"has {member.file_size:,} bytes, and {NAME} says {artifact.bytes:,}"
                raise broken(self._path, artifact.file, what)
        for entry in self.trace.maps:
            if entry.file not in self._members:
                raise broken(self._path, entry.file, f"is not in the zip, and {NAME} lists it")

    def _whole(self, name: str, most: int) -> bytes:
        member = self._members.get(name)
        if member is None:
            raise broken(self._path, name, "is not in the zip")
        if member.file_size > most:
            raise broken(self._path, name, f"has {member.file_size:,} bytes, and {most:,} are read")
        return b"".join(self._read(member))

    def _read(self, member: ZipInfo) -> Iterator[bytes]:
        try:
            with self._zip.open(member) as file:
                while chunk := file.read(CHUNK):
                    yield chunk
        except UNREADABLE:
            raise broken(self._path, member.filename, "cannot be unpacked") from None


def _opened(path: Path) -> BinaryIO:
    try:
        if path.exists() and not path.is_file():  # a pipe or a device may never end
            message = f"{path}: is not an ordinary file; name a bundle"
            raise Misuse(message)
        return path.open("rb")
    except OSError as error:
        message = f"{path}: cannot be read ({error.strerror}); name a file that you may read"
        raise Misuse(message) from None
