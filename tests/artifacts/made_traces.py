"""Traces of a few texts, written by hand, as derivations are given them."""

import hashlib
from collections.abc import Callable, Mapping, Sequence

from chipward.artifacts.derive import Derived, derive_maps
from chipward.model.artifact import Artifact, ArtifactId, KindId, Origin, Place, Recipe, UnitId
from chipward.model.lines import EdgeKind, LineMap
from chipward.model.trace import (
    Ending,
    Environment,
    MapEntry,
    MapId,
    Outcome,
    Program,
    ProgramFile,
    ProgramKind,
    Trace,
    Unit,
)

LETTERS = dict(zip(EdgeKind, "eifgu", strict=True))


def trace_of(
    texts: Mapping[str, tuple[str, str]],
    *,
    parents: Mapping[str, str] | None = None,
    files: Mapping[str, str] | None = None,
    places: Mapping[str, tuple[str, int]] | None = None,
    recorded: Sequence[tuple[str, str]] = (),
) -> tuple[Trace, Callable[[ArtifactId], str]]:
    """A trace of texts ``{"unit/name": (kind, text)}``: units follow from the names, files are Python's paths."""
    artifacts = tuple(_artifact(name, kind, text) for name, (kind, text) in texts.items())
    by_id = {artifact.id: artifact for artifact in artifacts}
    units = tuple(_unit(name, parents or {}, places or {}) for name in dict.fromkeys(one.unit for one in artifacts))
    maps = tuple(
        MapEntry.of(MapId(str(number)), by_id[ArtifactId(start)], by_id[ArtifactId(end)], LineMap(()), method="by hand")
        for number, (start, end) in enumerate(recorded)
    )
    trace = Trace(
        chipward="0",
        program=Program(
            kind=ProgramKind.SCRIPT,
            entry="mlp.py",
            directory=".",
            files=tuple(ProgramFile(path=path, artifact=ArtifactId(name)) for path, name in (files or {}).items()),
        ),
        environment=Environment(system="Linux", machine="x86_64", python="3.11"),
        outcome=Outcome(ending=Ending.FINISHED),
        units=units,
        artifacts=artifacts,
        maps=maps,
    )
    return trace, lambda name: texts[name][1]


def derived(trace: Trace, read_text: Callable[[ArtifactId], str]) -> dict[tuple[str, str], Derived]:
    """The derived maps by their ends."""
    return {(one.start, one.end): one for one in derive_maps(trace, read_text)}


def spelled(line_map: LineMap) -> str:
    """Edges as people write them: ``9-2e 9-3g``."""
    return " ".join(f"{edge.start}-{edge.end}{LETTERS[edge.kind]}" for edge in line_map)


def _artifact(name: str, kind: str, text: str) -> Artifact:
    content = text.encode()
    digest = hashlib.sha256(content).hexdigest()
    return Artifact(
        id=ArtifactId(name),
        unit=UnitId(name.split("/", maxsplit=1)[0]),
        kind=KindId(kind),
        title=name,
        origin=Origin.EXECUTED,
        recipe=Recipe(how="Written by hand"),
        sha256=digest,
        file=f"artifacts/{digest}",
        bytes=len(content),
        lines=None if kind == "shared-object" else text.count("\n") + (not text.endswith("\n") and text != ""),
    )


def _unit(name: UnitId, parents: Mapping[str, str], places: Mapping[str, tuple[str, int]]) -> Unit:
    place = places.get(name)
    return Unit(
        id=name,
        name=name,
        kind=KindId("graph"),
        parent=UnitId(parents[name]) if name in parents else None,
        place=Place(artifact=ArtifactId(place[0]), line=place[1]) if place else None,
    )
