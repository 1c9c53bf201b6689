"""Packs a spool folder into ``run.chipward``: a zip that any unzip opens, the same bytes for the same journals."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from chipward.bundle.archive import Archive, archive_at
from chipward.bundle.assembly import Assembled, assemble
from chipward.bundle.assembly.artifacts import blob_of
from chipward.bundle.content import CHUNK, Tally
from chipward.bundle.map_file import spell_map
from chipward.model.trace import Trace


def pack(folder: Path, out: Path, suffixes: Mapping[str, str] | None = None) -> Trace:
    """Write the bundle of a spool folder. What stood at ``out`` stays until the new bundle is whole.

    Args:
        folder: what a traced program left; it is only read.
        out: the bundle.
        suffixes: how the file of an artifact of a kind ends: ``{"cpp-kernel": "cpp"}``.
    """
    damaged: set[str] = set()
    while True:
        assembled = assemble(folder, suffixes, damaged)
        try:
            with archive_at(out, f"the recording is kept in {folder}") as archive:
                _write(assembled, folder, archive)
        except _DamagedError as error:
            damaged.add(error.sha256)
        else:
            return assembled.trace


class _DamagedError(Exception):
    """The bytes of a blob are not those of its name."""

    def __init__(self, sha256: str) -> None:
        super().__init__(sha256)
        self.sha256 = sha256


def _write(assembled: Assembled, folder: Path, archive: Archive) -> None:
    tallies: dict[str, Tally] = {}
    for artifact in assembled.trace.artifacts:
        if artifact.sha256 not in tallies:
            tally = tallies[artifact.sha256] = Tally()
            archive.add(artifact.file, _tallied(folder, artifact.sha256, tally), artifact.bytes)
        tally = tallies[artifact.sha256]
        if tally.digest != artifact.sha256 or artifact.lines not in (None, tally.lines):
            raise _DamagedError(artifact.sha256)
    for entry in assembled.trace.maps:
        raw = spell_map(assembled.maps[entry.id])
        archive.add(entry.file, (raw,), len(raw))
    archive.finish(assembled.trace)


def _tallied(folder: Path, sha256: str, tally: Tally) -> Iterator[bytes]:
    with blob_of(folder, sha256).open("rb") as blob:
        while chunk := blob.read(CHUNK):
            tally.add(chunk)
            yield chunk
