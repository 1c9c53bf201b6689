"""A trace as text for people: what was run, its units with their texts, how far the maps reach, findings, gaps."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from chipward.artifacts.kinds import kind_of
from chipward.cli.say import plain
from chipward.cli.showing.layout import heading, numbered, set_in, under
from chipward.cli.showing.pick import Picked
from chipward.cli.showing.told_once import findings_once, missing_once
from chipward.model.artifact import Artifact
from chipward.model.trace import MapEntry, Unit
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.naming import artifact_title, ended, subtitle_of, title_of
from chipward.site.traces.offered import offered
from chipward.site.traces.rail import Course, ways_of
from chipward.site.traces.resources import takes
from chipward.site.traces.units import unit_views
from chipward.site.words import number

_OFFERS = 4  # that are listed; of more, how many


def overview(exhibit: Exhibit, picked: Picked, courses: Sequence[Course], *, verbose: bool) -> Iterator[RenderableType]:
    """Everything but the texts; at length, each line map too."""
    trace = picked.trace
    about = subtitle_of(trace, ways_of(trace, courses))
    yield Text.assemble((plain(title_of(trace)), "bold"), "  ", (plain(about), "dim"))
    if note := ended(trace.outcome):
        yield Text(plain(note), "yellow")
    yield from _units(exhibit, picked, courses)
    units = {unit.id for unit in picked.units}
    told = [one for one in trace.findings if one.unit is None or one.unit in units]
    yield from under("Findings", list(findings_once(exhibit, told)))
    yield from under("Not seen", list(missing_once(picked.missing, courses)))
    yield from under("To be made when asked for", list(_more(exhibit, picked)))
    shown = {artifact.id for unit in picked.units for artifact in picked.artifacts(unit)}
    maps = [entry for entry in trace.maps if {entry.start, entry.end} & shown]
    if verbose:
        yield from under("Line maps", [_map(entry) for entry in maps])
    elif maps:
        joined = f"{number(len(maps), 'line map')} join these texts. -v lists them; --line FILE:N follows a line."
        yield from under("Line maps", [Text(joined, "dim")])


def texts(exhibit: Exhibit, picked: Picked) -> Iterator[RenderableType]:
    """The texts of one stage, line by line, and what of it was not seen."""
    for unit in picked.units:
        for artifact in picked.artifacts(unit):
            title = artifact_title(exhibit, artifact)
            yield Text.assemble((artifact.id, "bold"), f"  {plain(kind_of(artifact.kind).title)}: {plain(title)}")
            yield Text(plain(artifact.recipe.how), "dim")
            if artifact.lines is None:
                yield Text(f"{number(artifact.bytes, 'byte')} that are no text")
            else:
                yield from numbered(enumerate(exhibit.each_line(artifact), start=1), artifact.lines)
            yield Text()
    for one in picked.missing:
        yield Text.assemble(f"Not seen: {plain(one.what)}. ", (plain(one.why), "dim"))


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
            yield from heading(plain(courses[path].label))
        times = f"  seen {view.times} times" if view.times > 1 else ""
        told = f"  {plain(view.takes)}" if view.takes else ""
        yield Text()
        yield set_in(
            view.depth,
            Text.assemble((plain(unit.name), "bold"), f"  {unit.kind}{told} ", (f"{unit.id}{times}", "dim")),
        )
        for artifact in artifacts:
            yield set_in(view.depth + 1, _artifact(exhibit, unit, artifact))


def _artifact(exhibit: Exhibit, unit: Unit, artifact: Artifact) -> Text:
    kind = kind_of(artifact.kind)
    size = number(artifact.lines, "line") if artifact.lines is not None else number(artifact.bytes, "byte")
    cached = ", from a cache" if artifact.cached else ""
    title = artifact_title(exhibit, artifact)
    name = artifact.id.removeprefix(f"{unit.id}/")
    return Text.assemble(
        (f"{artifact.stage or 'no stage'}  ", "" if artifact.stage else "dim"),
        f"{kind.title}: {plain(title)}  ",
        (f"{size}, {artifact.origin}{cached}  {name}", "dim"),
    )


def _more(exhibit: Exhibit, picked: Picked) -> Iterator[Text]:
    units = {unit.id for unit in picked.units}
    every = [one for one in offered(exhibit, str(exhibit.path)) if one.unit in units]
    if len(every) > _OFFERS:
        yield Text(
            f"{number(len(every), 'text')} of kernels: chipward more {plain(str(exhibit.path))} lists them", "dim"
        )
        return
    for one in every:
        yield Text.assemble(f"{plain(one.title)}, ", (one.takes, "dim"), f": {plain(one.command)}")


def _map(entry: MapEntry) -> Text:
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in entry.kinds.items())
    covered = f"{entry.end_mapped:,} of {number(entry.end_lines, 'line')} mapped"
    return Text.assemble(f"{entry.start} to {entry.end}: {covered} ({kinds}). ", (plain(entry.method), "dim"))
