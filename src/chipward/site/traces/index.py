"""From a bundle to what the viewer is told of it."""

import shlex
from collections.abc import Callable, Mapping

from chipward.artifacts.at_stage import kind_at
from chipward.dataset.folder import Dataset
from chipward.model.artifact import Artifact, ArtifactId
from chipward.model.layer import Layer
from chipward.model.trace import Finding, MapEntry
from chipward.site.traces.abreast import Abreast, beside_name
from chipward.site.traces.address import abreast_url, artifact_url, filename, map_url, raw_url
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.naming import artifact_title, ended, heading_of, subtitle_of, title_of
from chipward.site.traces.offered import offered
from chipward.site.traces.opening import opening
from chipward.site.traces.rail import Rails, courses, layers_of, ways_of
from chipward.site.traces.resources import takes
from chipward.site.traces.taken_out import taken_out
from chipward.site.traces.units import unit_views
from chipward.site.traces.view import (
    AbreastView,
    ArtifactView,
    BesideView,
    FindingView,
    MapView,
    MissingView,
    TraceView,
)

Linker = Callable[[str], str | None]
"""From an address of the site to a link that holds beside the viewer's page; None where there is no site."""


def trace_view(exhibit: Exhibit, dataset: Dataset, link: Linker) -> TraceView:
    """Work out everything that the viewer is told of a trace."""
    trace = exhibit.trace
    every = courses(trace, dataset)
    layers = layers_of(trace, every)
    rails = Rails(trace, exhibit.items, dataset.targets.ids if dataset.targets else ())
    begin = opening(exhibit)
    return TraceView(
        slug=exhibit.slug,
        title=title_of(trace),
        subtitle=subtitle_of(trace, ways_of(trace, every)),
        chipward=trace.chipward,
        program=trace.program,
        environment=trace.environment,
        outcome=trace.outcome,
        ended=ended(trace.outcome),
        rails=tuple(rails.rail(course, link) for course in every),
        units=unit_views(trace, takes(exhibit)),
        artifacts=_artifacts(exhibit, layers, link),
        maps=tuple(_map(exhibit.slug, entry, link) for entry in trace.maps),
        findings=tuple(_finding(finding) for finding in trace.findings),
        missing=tuple(
            MissingView(what=one.what, why=one.why, stage=one.stage, unit=one.unit, rail=one.selection)
            for one in trace.missing
        ),
        more=tuple(offered(exhibit, exhibit.path.name)),
        start=begin.panes,
        at=begin.at,
        abreast=begin.abreast and _abreast(exhibit, begin.abreast, link),
    )


def _abreast(exhibit: Exhibit, told: Abreast, link: Linker) -> AbreastView:
    return AbreastView(
        source=told.source,
        choices=tuple(
            tuple(BesideView(name=beside_name(exhibit, one), artifact=one) for one in choice) for choice in told.choices
        ),
        page=link(abreast_url(exhibit.slug)),
    )


def _artifacts(exhibit: Exhibit, layers: Mapping[ArtifactId, Layer], link: Linker) -> tuple[ArtifactView, ...]:
    return tuple(_artifact(exhibit, one, layers[one.id], link) for one in exhibit.texts)


def _artifact(exhibit: Exhibit, artifact: Artifact, layer: Layer, link: Linker) -> ArtifactView:
    kind = kind_at(artifact)
    return ArtifactView(
        id=artifact.id,
        unit=artifact.unit,
        stage=artifact.stage,
        kind=artifact.kind,
        kind_title=kind.title,
        title=artifact_title(exhibit, artifact),
        layer=layer,
        language=kind.language,
        noun=kind.noun,
        origin=artifact.origin,
        cached=artifact.cached,
        lines=artifact.lines,
        bytes=artifact.bytes,
        sha256=artifact.sha256,
        recipe=artifact.recipe,
        shell=shlex.join(artifact.recipe.command) or None,
        made_from=artifact.made_from,
        page=link(artifact_url(exhibit.slug, artifact.id)),
        raw=link(raw_url(exhibit.slug, artifact)),
        filename=filename(artifact),
        taken_out=taken_out(exhibit, artifact),
    )


def _map(slug: str, entry: MapEntry, link: Linker) -> MapView:
    return MapView(
        id=entry.id,
        start=entry.start,
        end=entry.end,
        method=entry.method,
        file=link(map_url(slug, entry.id)),
        start_lines=entry.start_lines,
        start_mapped=entry.start_mapped,
        end_lines=entry.end_lines,
        end_mapped=entry.end_mapped,
        kinds=entry.kinds,
        losses=entry.losses,
    )


def _finding(finding: Finding) -> FindingView:
    return FindingView(
        kind=finding.kind,
        heading=heading_of(finding.kind),
        text=finding.text,
        advice=finding.advice,
        unit=finding.unit,
        place=finding.place,
        evidence=finding.evidence,
    )
