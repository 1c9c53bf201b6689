"""A trace as text for people: what was run, its units with their texts, how far the maps reach, findings, gaps."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from chipward.artifacts.describe import Hop, Piece, describe
from chipward.artifacts.kinds import kind_of
from chipward.artifacts.line_graph import Reached, Relation
from chipward.cli.say import plain
from chipward.cli.showing.pick import Picked
from chipward.model.artifact import Artifact, ArtifactId, Place
from chipward.model.trace import Finding, MapEntry, Unit
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.naming import artifact_title, ended, heading_of, subtitle_of, target_of, title_of
from chipward.site.traces.origins import STANDING
from chipward.site.traces.places import short_name
from chipward.site.traces.rail import Course, ways_of
from chipward.site.traces.resources import takes
from chipward.site.traces.shown import WIDEST
from chipward.site.traces.units import CANDIDATE, unit_views
from chipward.site.words import number

_STEP = 2  # columns by which what is nested is set in
_DEEPEST = 6  # steps: a trace may nest without end, and a terminal is narrow
_LINES_TOLD = 12  # of one text that a line became


def overview(exhibit: Exhibit, picked: Picked, courses: Sequence[Course]) -> Iterator[RenderableType]:
    """Everything but the texts."""
    trace = picked.trace
    about = subtitle_of(trace, ways_of(courses))
    yield Text.assemble((_safe(title_of(trace)), "bold"), "  ", (_safe(about), "dim"))
    if note := ended(trace.outcome):
        yield Text(_safe(note), "yellow")
    yield from _units(exhibit, picked, courses)
    shown = {artifact.id for unit in picked.units for artifact in picked.artifacts(unit)}
    yield from _under("Line maps", [_map(entry) for entry in trace.maps if {entry.start, entry.end} & shown])
    units = {unit.id for unit in picked.units}
    told = [one for one in trace.findings if one.unit is None or one.unit in units]
    yield from _under("Findings", [_finding(exhibit, one) for one in told])
    gaps = [Text.assemble(f"{_safe(one.what)}: ", (_safe(one.why), "dim")) for one in picked.missing]
    yield from _under("Not seen", gaps)


def texts(exhibit: Exhibit, picked: Picked) -> Iterator[RenderableType]:
    """The texts of one stage, line by line, and what of it was not seen."""
    for unit in picked.units:
        for artifact in picked.artifacts(unit):
            title = artifact_title(exhibit, artifact)
            yield Text.assemble((artifact.id, "bold"), f"  {_safe(kind_of(artifact.kind).title)}: {_safe(title)}")
            yield Text(_safe(artifact.recipe.how), "dim")
            if artifact.lines is None:
                yield Text(f"{number(artifact.bytes, 'byte')} that are no text")
            else:
                yield from _numbered(enumerate(exhibit.each_line(artifact), start=1), artifact.lines)
            yield Text()
    for one in picked.missing:
        yield Text.assemble(f"Not seen: {_safe(one.what)}. ", (_safe(one.why), "dim"))


def line_sheet(exhibit: Exhibit, start: Artifact, line: int) -> Iterator[RenderableType]:
    """What a line became and where it came from."""
    here = exhibit.lines(start)[line - 1]
    yield Text.assemble((f"{short_name(exhibit, start)}:{line}", "bold"), "  ", _safe(here.strip()))
    family = exhibit.graph.family(start.id, line)
    pieces = describe(exhibit.trace, exhibit.graph, start.id, line, exhibit.bundle.text)
    told = {(piece.relation, piece.artifact): piece for piece in pieces}
    for relation in (Relation.CAME_FROM, Relation.BECAME):
        target: str | None = None
        for other, found in _path_by_path(exhibit, family.reached(relation)):
            artifact = exhibit.artifact[other]
            beside = target_of(exhibit, exhibit.unit.get(artifact.unit))
            if beside and beside != target:
                target = beside
                yield from _heading(f"{_safe(target)}, {STANDING[artifact.origin]}")
            yield Text()
            yield from _reached(exhibit, told[relation, other], found.lines)
    if not pieces:
        yield Text("No map of this trace says what this line became or where it came from.")


def _path_by_path(exhibit: Exhibit, found: Mapping[ArtifactId, Reached]) -> Sequence[tuple[ArtifactId, Reached]]:
    """What was reached, from the user's code down on each path: first on that of the program, then target by target."""

    def path(one: tuple[ArtifactId, Reached]) -> int:
        unit = exhibit.unit.get(exhibit.artifact[one[0]].unit)
        return unit.selection if unit and target_of(exhibit, unit) else 0

    return sorted(exhibit.in_order(found), key=path)


def _reached(exhibit: Exhibit, piece: Piece, found: Sequence[int]) -> Iterator[RenderableType]:
    artifact = exhibit.artifact[piece.artifact]
    heading = "became" if piece.relation is Relation.BECAME else "came from"
    counted = f"{piece.count:,} {piece.noun}"
    unit = exhibit.unit.get(artifact.unit)
    candidate = f"  {_safe(unit.name)}" if unit and unit.kind == CANDIDATE else ""
    yield Text.assemble(
        (f"{heading} ", "dim"), (counted, "bold"), f", {', '.join(piece.kinds)}{candidate}  ", (artifact.id, "dim")
    )
    yield from (_in(1, _hop(exhibit, hop)) for hop in piece.hops)
    lines = exhibit.lines(artifact)
    yield from _numbered([(line, lines[line - 1]) for line in found[:_LINES_TOLD]], found[-1])
    if len(found) > _LINES_TOLD:
        yield _in(1, Text(f"and {len(found) - _LINES_TOLD} more", "dim"))


def _hop(exhibit: Exhibit, hop: Hop) -> Text:
    covered = f"{hop.mapped:,} of {number(hop.lines, 'line')} mapped"
    return Text(f"to {short_name(exhibit, exhibit.artifact[hop.end])}: {_safe(hop.method)}; {covered}", "dim")


def _units(exhibit: Exhibit, picked: Picked, courses: Sequence[Course]) -> Iterator[RenderableType]:
    by_id = {unit.id: unit for unit in picked.units}
    path: int | None = None
    for view in unit_views(picked.trace, takes(exhibit)):
        if view.id not in by_id or view.folded_into is not None:
            continue
        unit = by_id[view.id]
        artifacts = picked.artifacts(unit)
        if not artifacts and picked.stage is not None:
            continue
        if len(courses) > 1 and view.rail != path and view.rail < len(courses):
            path = view.rail
            yield from _heading(_safe(courses[path].label))
        times = f"  seen {view.times} times" if view.times > 1 else ""
        told = f"  {_safe(view.takes)}" if view.takes else ""
        yield Text()
        yield _in(
            view.depth,
            Text.assemble((_safe(unit.name), "bold"), f"  {unit.kind}{told} ", (f"{unit.id}{times}", "dim")),
        )
        for artifact in artifacts:
            yield _in(view.depth + 1, _artifact(exhibit, unit, artifact))


def _artifact(exhibit: Exhibit, unit: Unit, artifact: Artifact) -> Text:
    kind = kind_of(artifact.kind)
    size = number(artifact.lines, "line") if artifact.lines is not None else number(artifact.bytes, "byte")
    cached = ", from a cache" if artifact.cached else ""
    title = artifact_title(exhibit, artifact)
    name = artifact.id.removeprefix(f"{unit.id}/")
    return Text.assemble(
        (f"{artifact.stage or 'no stage'}  ", "" if artifact.stage else "dim"),
        f"{kind.title}: {_safe(title)}  ",
        (f"{size}, {artifact.origin}{cached}  {name}", "dim"),
    )


def _map(entry: MapEntry) -> Text:
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in entry.kinds.items())
    covered = f"{entry.end_mapped:,} of {number(entry.end_lines, 'line')} mapped"
    return Text.assemble(f"{entry.start} to {entry.end}: {covered} ({kinds}). ", (_safe(entry.method), "dim"))


def _finding(exhibit: Exhibit, finding: Finding) -> Text:
    where = _place(exhibit, finding.place)
    advice = f" {_safe(finding.advice)}" if finding.advice else ""
    return Text.assemble((f"{heading_of(finding.kind)}: ", "bold"), _safe(finding.text), (f"{where}{advice}", "dim"))


def _place(exhibit: Exhibit, place: Place | None) -> str:
    if place is None or place.artifact not in exhibit.artifact:
        return ""
    return f" ({short_name(exhibit, exhibit.artifact[place.artifact])}:{place.line})"


def _numbered(lines: Iterable[tuple[int, str]], last: int) -> Iterator[Text]:
    width = len(str(last)) + _STEP
    for line, text in lines:
        more = f" … {number(len(text) - WIDEST, 'more character')}" if len(text) > WIDEST else ""
        shown = _safe(text[:WIDEST].expandtabs())
        yield Text.assemble((f"{line:>{width}}  ", "dim"), shown, (more, "dim"))


def _under(heading: str, lines: Sequence[Text]) -> Iterator[RenderableType]:
    if lines:
        yield from _heading(heading)
        yield from (_in(1, line) for line in lines)


def _heading(words: str) -> Iterator[RenderableType]:
    yield Text()
    yield Rule(Text(words, "dim"), align="left", characters="─", style="dim")


def _in(depth: int, text: Text) -> RenderableType:
    return Padding(text, (0, 0, 0, min(depth, _DEEPEST) * _STEP), expand=False)


def _safe(text: str) -> str:
    return plain(text)
