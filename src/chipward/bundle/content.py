"""Bytes under their hash: what a traced program hands over is written once, beside its journal.

Runs inside the traced program: standard library only, and a file of any size passes through in chunks.
"""

import codecs
import os
import threading
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import NamedTuple

CHUNK = 1 << 20

Content = str | bytes | Path


class Kept(NamedTuple):
    """What was written: its hash, its size, and its lines if it is a text."""

    sha256: str
    bytes: int
    lines: int | None


class Tally:
    r"""Counts and hashes bytes as they pass. Only ``\n`` ends a line; a last line needs no end to count."""

    def __init__(self) -> None:
        self._hash = sha256()
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._ends = 0
        self._last = b""
        self.bytes = 0
        self.is_text = True  # UTF-8 without NUL, as far as was read

    def add(self, chunk: bytes) -> None:
        """Take note of the next bytes."""
        self._hash.update(chunk)
        self.bytes += len(chunk)
        self._ends += chunk.count(b"\n")
        self._last = chunk[-1:] or self._last
        if self.is_text:
            self.is_text = b"\0" not in chunk and self._decodes(chunk, final=False)

    @property
    def digest(self) -> str:
        """The hash of all bytes so far."""
        return self._hash.hexdigest()

    @property
    def lines(self) -> int:
        """How many lines the bytes have, read as a text."""
        return self._ends + (self._last not in (b"", b"\n"))

    def kept(self, *, text: bool | None) -> Kept:
        """Sum up. ``text`` says what the bytes are; None leaves that to their looks."""
        if text is None:
            text = self.is_text and self._decodes(b"", final=True)
        return Kept(self.digest, self.bytes, self.lines if text else None)

    def _decodes(self, chunk: bytes, *, final: bool) -> bool:
        try:
            self._decoder.decode(chunk, final)
        except UnicodeDecodeError:
            return False
        return True


class Blobs:
    """The folder of bytes beside the journals. Safe to use from many threads and processes at once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._there: set[str] = set()
        self._numbers = count()

    def keep(self, content: Content, *, text: bool | None = None) -> Kept:
        """Write the content unless it is there, and say what it is. A str is a text, whatever it holds."""
        if isinstance(content, Path):
            return self._copy(content, text=text)
        if isinstance(content, str):
            content, text = encode(content), True
        tally = Tally()
        tally.add(content)
        if tally.digest not in self._there:
            self._write(tally, iter((content,)))
        return tally.kept(text=text)

    def _copy(self, path: Path, *, text: bool | None) -> Kept:
        tally = Tally()
        self._write(tally, _tallied(path, tally))
        return tally.kept(text=text)

    def _write(self, tally: Tally, chunks: Iterator[bytes]) -> None:
        # Half a blob never carries the name of a whole one: a killed program leaves a `.part` that nobody reads.
        # A spool folder that is gone stays gone: its bundle is made, and whoever outlived the run is not in it.
        self._folder.mkdir(exist_ok=True)
        part = self._folder / f"{os.getpid()}-{threading.get_ident()}-{next(self._numbers)}.part"
        try:
            with part.open("xb") as file:
                for chunk in chunks:
                    file.write(chunk)
            part.replace(self._folder / tally.digest)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        self._there.add(tally.digest)


def encode(text: str) -> bytes:
    """Turn text into bytes, whatever it holds: bytes that Python could not decode come back as they were."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def _tallied(path: Path, tally: Tally) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            tally.add(chunk)
            yield chunk
