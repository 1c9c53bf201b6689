"""Artifacts of all processes whose bytes are there, and a word for each whose bytes are not."""

import re
import stat
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

from chipward.bundle.assembly.ids import Ids
from chipward.bundle.assembly.lost import Lost
from chipward.bundle.assembly.order import natural
from chipward.bundle.journal import PROGRAM
from chipward.bundle.spool import Record, Written
from chipward.model.artifact import Artifact
from chipward.model.trace import NotSeen, Unit

GONE = "Its bytes are not in the recording: it ended before they were written."
DAMAGED = "Its bytes in the recording are not those that were handed over: the disk damaged them."

_SUFFIX = re.compile(r"\.?([a-z0-9]{1,16})")


@dataclass(frozen=True)
class Blobs:
    """Where the bytes lie, and what is known of them."""

    folder: Path
    damaged: AbstractSet[str]
    suffixes: Mapping[str, str]  # of kinds

    def trouble(self, artifact: Artifact) -> str | None:
        """Say why the bytes of an artifact cannot be had."""
        if artifact.sha256 in self.damaged:
            return DAMAGED
        try:
            status = blob_of(self.folder, artifact.sha256).lstat()  # a link may lead out of the folder
        except OSError:
            return GONE
        if not stat.S_ISREG(status.st_mode):
            return GONE
        return None if status.st_size == artifact.bytes else DAMAGED


def blob_of(folder: Path, sha256: str) -> Path:
    """Where a spool folder keeps the bytes with a hash."""
    return folder / "blobs" / sha256


def artifacts_of(
    journals: Iterable[Written], ids: Ids, units: Mapping[str, Unit], blobs: Blobs, lost: Lost
) -> tuple[dict[str, Artifact], list[NotSeen]]:
    """Make the artifacts. What one is made from counts if it was kept before it: no circle can close."""
    artifacts: dict[str, Artifact] = {}
    gone: list[NotSeen] = []
    for written in journals:
        for record in written.of("artifact"):
            with lost.attempt():
                unit = units[str(ids.meaning(written.process, record.get("unit")))]
                artifact = _made(record, unit, blobs.suffixes)
                if why := blobs.trouble(artifact):
                    gone.append(
                        NotSeen(
                            what=artifact.title, why=why, stage=artifact.stage, unit=unit.id, selection=unit.selection
                        )
                    )
                    continue
                # Two files of the program may hold the same text, and each is pointed at by its own name.
                facts = (artifact.sha256, artifact.title if unit.id == PROGRAM else None)
                name, is_new = ids.declare(written, str(record["id"]), artifact.id, facts)
                if is_new:
                    source = artifacts.get(ids.meaning(written.process, record.get("made_from")) or "")
                    changes = {"id": name, "made_from": source and source.id}
                    artifacts[name] = Artifact.model_validate(dict(artifact) | changes)
    return artifacts, gone


def in_order(artifacts: Mapping[str, Artifact], units: Mapping[str, Unit]) -> dict[str, Artifact]:
    """Put artifacts in the order of their units and names; equal bytes lie in one file, named by the first."""
    units_at = {name: place for place, name in enumerate(units)}
    files: dict[str, str] = {}
    ordered = {}
    for name in sorted(artifacts, key=lambda name: (units_at[artifacts[name].unit], natural(name))):
        artifact = artifacts[name]
        ordered[name] = artifact.model_copy(update={"file": files.setdefault(artifact.sha256, artifact.file)})
    return ordered


def _made(record: Record, unit: Unit, suffixes: Mapping[str, str]) -> Artifact:
    facts = {key: record.get(key) for key in ("stage", "kind", "title", "origin", "cached", "sha256", "bytes", "lines")}
    recipe = {key: record.get(key) for key in ("how", "command", "versions")}
    _, _, name = str(record["id"]).partition("/")
    fallback = "bin" if facts["lines"] is None else "txt"
    wanted = _SUFFIX.fullmatch(suffixes.get(str(facts["kind"]), "") or str(record.get("suffix", "")))
    file = f"artifacts/{facts['sha256']}.{wanted[1] if wanted else fallback}"
    return Artifact.model_validate(
        {"id": f"{unit.id}/{name}", "unit": unit.id, "recipe": recipe, "file": file, **facts}
    )
