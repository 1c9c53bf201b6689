"""Opens bundles: a ``.chipward`` file, or the spool folder of a run that was killed before it was packed.

Opening reads the zip's directory and ``trace.json``. Artifacts and maps are read when somebody asks for them, and
checked against what the trace says of them. Nothing in a bundle is trusted, and nothing of it is written to disk.
"""

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from chipward.bundle import limits
from chipward.bundle.broken import broken
from chipward.bundle.content import Tally
from chipward.bundle.spool_store import SpoolStore
from chipward.bundle.zip_store import ZipStore
from chipward.errors import Misuse
from chipward.model.artifact import Artifact, ArtifactId
from chipward.model.lines import LineMap
from chipward.model.trace import MapEntry, MapId, Trace


class Store(Protocol):
    """Where the bytes of a bundle lie."""

    trace: Trace

    def chunks(self, artifact: Artifact) -> Iterator[bytes]:
        """Read an artifact."""

    def line_map(self, entry: MapEntry) -> LineMap:
        """Read a map."""

    def map_file(self, entry: MapEntry) -> bytes:
        """Read the file of a map, unchecked."""

    def close(self) -> None:
        """Let go of the file."""


class Bundle:
    """A trace and, when asked, the bytes that it speaks of. Several threads may read at once."""

    def __init__(self, path: Path, store: Store) -> None:
        self.path = path
        self.trace = store.trace
        self._store = store
        self._artifacts = {artifact.id: artifact for artifact in store.trace.artifacts}
        self._maps = {entry.id: entry for entry in store.trace.maps}

    def artifact(self, identity: str) -> Artifact:
        """Return what the trace says of an artifact."""
        found = self._artifacts.get(ArtifactId(identity))
        if found is None:
            message = f"{self.path}: has no artifact {identity}; `chipward show {self.path}` lists what it has"
            raise Misuse(message)
        return found

    def entry(self, identity: str) -> MapEntry:
        """Return what the trace says of a map."""
        found = self._maps.get(MapId(identity))
        if found is None:
            message = f"{self.path}: has no map {identity}; `chipward show {self.path}` lists what it has"
            raise Misuse(message)
        return found

    def stream(self, identity: str) -> Iterator[bytes]:
        """Read an artifact piece by piece. A complaint about its bytes comes after the last piece."""
        artifact = self.artifact(identity)
        tally = Tally()
        for chunk in self._store.chunks(artifact):
            tally.add(chunk)
            if tally.bytes > artifact.bytes:
                break
            yield chunk
        if tally.digest != artifact.sha256 or tally.bytes != artifact.bytes:
            raise broken(self.path, artifact.id, "has other bytes than trace.json says")
        if artifact.lines is not None and tally.lines != artifact.lines:
            raise broken(self.path, artifact.id, f"has {tally.lines} lines, and trace.json says {artifact.lines}")

    def raw(self, identity: str) -> bytes:
        """Read an artifact as a whole."""
        size = self.artifact(identity).bytes
        if size > limits.AT_ONCE:
            message = f"{self.path}: {identity}: has {size:,} bytes, too many to read at once; unzip the bundle"
            raise Misuse(message)
        return b"".join(self.stream(identity))

    def text(self, identity: str) -> str:
        """Read an artifact as a text; what is not UTF-8 is replaced, and no line is lost."""
        return self.raw(identity).decode("utf-8", "replace")

    def line_map(self, identity: str) -> LineMap:
        """Read a line map."""
        entry = self.entry(identity)
        found = self._store.line_map(entry)
        past = any(edge.start > entry.start_lines or edge.end > entry.end_lines for edge in found)
        counts = (len(found.starts), len(found.ends), found.kinds)
        if past or counts != (entry.start_mapped, entry.end_mapped, entry.kinds):
            raise broken(self.path, entry.file, "has other edges than trace.json says")
        return found

    def map_bytes(self, identity: str) -> bytes:
        """Return the file of a line map as it stands: checking a long one takes seconds, and its reader does so."""
        return self._store.map_file(self.entry(identity))

    def close(self) -> None:
        """Let go of the file."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def open_bundle(path: Path | str) -> Bundle:
    """Open a bundle, or the folder that a killed run has left."""
    path = Path(path)
    if path.is_dir():
        return Bundle(path, SpoolStore(path))
    return Bundle(path, ZipStore(path))
