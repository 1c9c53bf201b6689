"""The bytes of a bundle that was never packed: the spool folder that a killed run has left."""

from collections.abc import Iterator
from pathlib import Path

from chipward.bundle.assembly import assemble
from chipward.bundle.assembly.artifacts import blob_of
from chipward.bundle.broken import broken
from chipward.bundle.content import CHUNK
from chipward.bundle.map_file import spell_map
from chipward.model.artifact import Artifact
from chipward.model.lines import LineMap
from chipward.model.trace import MapEntry


class SpoolStore:
    """Reads a spool folder as it stands now; what is written to it later does not show."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        assembled = assemble(folder)
        self.trace = assembled.trace
        self._maps = assembled.maps

    def chunks(self, artifact: Artifact) -> Iterator[bytes]:
        """Read an artifact."""
        try:
            with blob_of(self._folder, artifact.sha256).open("rb") as blob:
                while chunk := blob.read(CHUNK):
                    yield chunk
        except OSError as error:
            raise broken(self._folder, artifact.id, f"cannot be read ({error.strerror})") from None

    def line_map(self, entry: MapEntry) -> LineMap:
        """Read a map."""
        return self._maps[entry.id]

    def map_file(self, entry: MapEntry) -> bytes:
        """Spell a map as its file would have it."""
        return spell_map(self._maps[entry.id])

    def close(self) -> None:
        """Nothing is held open."""
