"""Looks for contradictions in a trace: ids that lead nowhere, circles, counts and lines that cannot be."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from chipward.model.artifact import Artifact, ArtifactId, Place
from chipward.model.trace import Trace


class Contradiction(NamedTuple):
    """Where in trace.json, and what is wrong there."""

    place: str
    what: str


def contradiction(trace: Trace) -> Contradiction | None:
    """Return the first contradiction of a trace."""
    return next(_contradictions(trace), None)


def _contradictions(trace: Trace) -> Iterator[Contradiction]:
    artifacts = {artifact.id: artifact for artifact in trace.artifacts}
    units = {unit.id for unit in trace.units}
    yield from _twice("units", (unit.id for unit in trace.units))
    yield from _twice("artifacts", (artifact.id for artifact in trace.artifacts))
    yield from _twice("maps", (entry.id for entry in trace.maps))
    yield from _circles("units", "parent", {unit.id: unit.parent for unit in trace.units})
    yield from _circles("artifacts", "made_from", {each.id: each.made_from for each in trace.artifacts})
    for place, number in _selections(trace):
        if number >= max(1, len(trace.selections)):
            yield Contradiction(f"{place}.selection", f"is {number}, and there are {len(trace.selections)} selections")
    for place, unit in _named_units(trace):
        if unit is not None and unit not in units:
            yield Contradiction(f"{place}.unit", f"names {unit}, and no unit has this id")
    for number, file in enumerate(trace.program.files):
        if file.artifact not in artifacts:
            yield Contradiction(f"program.files[{number}]", f"names {file.artifact}, and no artifact has this id")
    for where, pointed in _places(trace):
        yield from _misplaced(where, pointed, artifacts)
    yield from _artifacts(trace)
    yield from _maps(trace, artifacts)


def _twice(what: str, ids: Iterable[str]) -> Iterator[Contradiction]:
    seen: set[str] = set()
    for number, identity in enumerate(ids):
        if identity in seen:
            yield Contradiction(f"{what}[{number}]", f"has the id {identity} once more")
        seen.add(identity)


def _circles(what: str, key: str, links: Mapping[str, str | None]) -> Iterator[Contradiction]:
    safe: set[str] = set()
    for number, start in enumerate(links):
        way: dict[str, None] = {}
        at: str | None = start
        while at is not None and at not in safe:
            if at in way:
                yield Contradiction(f"{what}[{number}].{key}", f"leads in a circle back to {at}")
                return
            if at not in links:
                yield Contradiction(f"{what}[{number}].{key}", f"leads to {at}, and nothing has this id")
                return
            way[at] = None
            at = links[at]
        safe.update(way)


def _selections(trace: Trace) -> Iterator[tuple[str, int]]:
    yield from ((f"units[{number}]", unit.selection) for number, unit in enumerate(trace.units))
    yield from ((f"missing[{number}]", missing.selection) for number, missing in enumerate(trace.missing))


def _named_units(trace: Trace) -> Iterator[tuple[str, str | None]]:
    yield from ((f"artifacts[{number}]", artifact.unit) for number, artifact in enumerate(trace.artifacts))
    yield from ((f"findings[{number}]", finding.unit) for number, finding in enumerate(trace.findings))
    yield from ((f"missing[{number}]", missing.unit) for number, missing in enumerate(trace.missing))


def _places(trace: Trace) -> Iterator[tuple[str, Place | None]]:
    yield from ((f"units[{number}].place", unit.place) for number, unit in enumerate(trace.units))
    for number, finding in enumerate(trace.findings):
        yield f"findings[{number}].place", finding.place
        yield f"findings[{number}].evidence", finding.evidence


def _misplaced(where: str, place: Place | None, artifacts: Mapping[ArtifactId, Artifact]) -> Iterator[Contradiction]:
    if place is None:
        return
    artifact = artifacts.get(place.artifact)
    if artifact is None:
        yield Contradiction(where, f"names {place.artifact}, and no artifact has this id")
    elif place.line > (artifact.lines or 0):
        yield Contradiction(where, f"points to line {place.line} of {artifact.id}, which has {artifact.lines or 0}")


def _artifacts(trace: Trace) -> Iterator[Contradiction]:
    for number, artifact in enumerate(trace.artifacts):
        if not artifact.id.startswith(f"{artifact.unit}/"):
            yield Contradiction(f"artifacts[{number}].id", f"is {artifact.id}, and its unit is {artifact.unit}")
        if artifact.sha256 not in artifact.file:
            yield Contradiction(f"artifacts[{number}].file", "is not named by the hash of the artifact")
        if (artifact.lines or 0) > artifact.bytes:
            yield Contradiction(f"artifacts[{number}].lines", "are more than the artifact has bytes")


def _maps(trace: Trace, artifacts: Mapping[ArtifactId, Artifact]) -> Iterator[Contradiction]:
    for number, entry in enumerate(trace.maps):
        where = f"maps[{number}]"
        if entry.file != f"maps/{entry.id}.json":
            yield Contradiction(f"{where}.file", "is not named by the id of the map")
        sides = (
            ("from", entry.start, entry.start_lines, entry.start_mapped),
            ("to", entry.end, entry.end_lines, entry.end_mapped),
        )
        for side, identity, lines, mapped in sides:
            artifact = artifacts.get(identity)
            if artifact is None:
                yield Contradiction(f"{where}.{side}", f"names {identity}, and no artifact has this id")
            elif lines != (artifact.lines or 0):
                yield Contradiction(where, f"says that {identity} has {lines} lines, and it has {artifact.lines or 0}")
            elif mapped > lines:
                yield Contradiction(where, f"maps {mapped} lines of {identity}, which has {lines}")
        if entry.start == entry.end:
            yield Contradiction(where, "leads from a text to itself")
