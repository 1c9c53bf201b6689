"""A trace as a value for programs that read JSON."""

from collections.abc import Mapping, Sequence

from chipward.artifacts.describe import Hop, describe
from chipward.artifacts.line_graph import Reached, Relation
from chipward.cli.showing.pick import Picked
from chipward.model.artifact import Artifact
from chipward.model.trace import MapEntry, Trace, Unit
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.on_path import PROGRAM


def trace_value(picked: Picked) -> dict[str, object]:
    """What was run, where, what came of it, and what was not seen."""
    trace = picked.trace
    units = {unit.id for unit in picked.units}
    shown = {artifact.id for unit in picked.units for artifact in picked.artifacts(unit)}
    return {
        "program": trace.program.model_dump(mode="json"),
        "environment": trace.environment.model_dump(mode="json"),
        "units": [_unit(picked, unit) for unit in picked.units],
        "maps": [_map(entry) for entry in trace.maps if {entry.start, entry.end} & shown],
        "findings": [
            finding.model_dump(mode="json")
            for finding in trace.findings
            if finding.unit is None or finding.unit in units
        ],
        "missing": [{"what": one.what, "why": one.why} for one in picked.missing],
    }


def line_value(exhibit: Exhibit, artifact: Artifact, line: int) -> dict[str, object]:
    """What a line became and where it came from, artifact by artifact."""
    family = exhibit.graph.family(artifact.id, line)
    pieces = describe(exhibit.trace, exhibit.graph, artifact.id, line, exhibit.bundle.text)
    hops = {(piece.relation, piece.artifact): piece.hops for piece in pieces}
    text = exhibit.lines(artifact)[line - 1]
    return {
        "line": {"artifact": artifact.id, "title": artifact.title, "number": line, "text": text},
        **{
            relation.name.lower(): [
                _reached(exhibit, exhibit.artifact[other], found, hops[relation, other])
                for other, found in exhibit.in_order(family.reached(relation))
            ]
            for relation in (Relation.CAME_FROM, Relation.BECAME)
        },
    }


def _unit(picked: Picked, unit: Unit) -> Mapping[str, object]:
    stages = [
        {
            "stage": artifact.stage,
            "kind": artifact.kind,
            "origin": artifact.origin,
            "artifact": artifact.id,
            "lines": artifact.lines,
        }
        for artifact in picked.artifacts(unit)
    ]
    return {"id": unit.id, "name": unit.name, "target": _target(picked.trace, unit), "stages": stages}


def _target(trace: Trace, unit: Unit | None) -> str | None:
    """What the code of a unit is for; None of the program's own files, and where the trace names no path."""
    if unit is None or unit.id == PROGRAM or unit.selection >= len(trace.selections):
        return None
    return trace.selections[unit.selection].target


def _map(entry: MapEntry) -> Mapping[str, object]:
    """Lines and mapped lines are those of the later text: it is there that a line is without a way home."""
    return {
        "from": entry.start,
        "to": entry.end,
        "lines": entry.end_lines,
        "mapped": entry.end_mapped,
        "kinds": dict(entry.kinds),
    }


def _reached(exhibit: Exhibit, artifact: Artifact, found: Reached, hops: Sequence[Hop]) -> Mapping[str, object]:
    return {
        "artifact": artifact.id,
        "target": _target(exhibit.trace, exhibit.unit.get(artifact.unit)),
        "stage": artifact.stage,
        "kind": artifact.kind,
        "origin": artifact.origin,
        "lines": [{"line": line, "kind": str(kind)} for line, kind in zip(found.lines, found.kinds, strict=True)],
        "way": [
            {"map": hop.map, "to": hop.end, "method": hop.method, "lines": hop.lines, "mapped": hop.mapped}
            for hop in hops
        ],
    }
