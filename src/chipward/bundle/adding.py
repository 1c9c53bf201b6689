"""Adds a text to a bundle that is there, with its line maps. The bundle is replaced as a whole, or stays as it was."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from chipward.bundle.archive import archive_at
from chipward.bundle.map_file import spell_map
from chipward.bundle.read import Bundle
from chipward.model.artifact import Artifact
from chipward.model.lines import LineMap
from chipward.model.trace import Loss, MapEntry, MapId, Trace


class NewMap(NamedTuple):
    """A line map to be added. The ends are artifacts of the bundle, or the new one."""

    start: Artifact
    end: Artifact
    line_map: LineMap
    method: str
    losses: tuple[Loss, ...] = ()


def add_artifact(bundle: Bundle, made: Artifact, content: bytes, maps: Sequence[NewMap], out: Path) -> Trace:
    """Write the bundle anew with one more artifact, behind those of its unit, and return its trace."""
    old = bundle.trace
    same = next((one.file for one in old.artifacts if one.sha256 == made.sha256), made.file)
    made = made.model_copy(update={"file": same})
    place = max((at for at, one in enumerate(old.artifacts, start=1) if one.unit == made.unit), default=0)
    first = max((int(entry.id) for entry in old.maps), default=-1) + 1
    entries = [
        MapEntry.of(MapId(str(number)), one.start, one.end, one.line_map, method=one.method, losses=one.losses)
        for number, one in enumerate(maps, start=first)
    ]
    artifacts = (*old.artifacts[:place], made, *old.artifacts[place:])
    changed = old.model_copy(update={"artifacts": artifacts, "maps": (*old.maps, *entries)})
    trace = Trace.model_validate_json(changed.model_dump_json(by_alias=True))
    with archive_at(out, f"{bundle.path} is as it was") as archive:
        for artifact in old.artifacts:
            archive.add(artifact.file, bundle.stream(artifact.id), artifact.bytes)
        archive.add(made.file, (content,), made.bytes)
        for entry in old.maps:
            raw = bundle.map_bytes(entry.id)
            archive.add(entry.file, (raw,), len(raw))
        for entry, one in zip(entries, maps, strict=True):
            raw = spell_map(one.line_map)
            archive.add(entry.file, (raw,), len(raw))
        archive.finish(trace)
    return trace
