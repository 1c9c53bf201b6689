"""From a bundle to what the viewer is told of it."""

import shlex
from collections.abc import Callable, Mapping

from chipward.artifacts.kinds import kind_of
from chipward.dataset.folder import Dataset
from chipward.model.artifact import Artifact, ArtifactId
from chipward.model.layer import Layer
from chipward.model.trace import Ending, Finding, MapEntry, Outcome, Trace
from chipward.site.traces.address import artifact_url, filename, map_url, raw_url
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.rail import Course, Rails, courses, layers_of
from chipward.site.traces.start import start_panes
from chipward.site.traces.units import unit_views
from chipward.site.traces.view import ArtifactView, FindingView, MapView, MissingView, TraceView

Linker = Callable[[str], str | None]
"""From an address of the site to a link that holds beside the viewer's page; None where there is no site."""

_ACRONYMS = {"aten": "ATen", "isa": "ISA", "mkl": "MKL", "onednn": "oneDNN", "cpu": "CPU"}


def trace_view(exhibit: Exhibit, dataset: Dataset, link: Linker) -> TraceView:
    """Work out everything that the viewer is told of a trace."""
    trace = exhibit.trace
    every = courses(trace, dataset)
    layers = layers_of(trace, every)
    rails = Rails(trace, exhibit.items)
    return TraceView(
        slug=exhibit.slug,
        title=title_of(trace),
        subtitle=subtitle_of(trace, every),
        chipward=trace.chipward,
        program=trace.program,
        environment=trace.environment,
        outcome=trace.outcome,
        ended=ended(trace.outcome),
        rails=tuple(rails.rail(course, link) for course in every),
        units=unit_views(trace),
        artifacts=_artifacts(exhibit, layers, link),
        maps=tuple(_map(exhibit.slug, entry, link) for entry in trace.maps),
        findings=tuple(_finding(finding) for finding in trace.findings),
        missing=tuple(
            MissingView(what=one.what, why=one.why, stage=one.stage, unit=one.unit, rail=one.selection)
            for one in trace.missing
        ),
        start=start_panes(trace, layers),
    )


def title_of(trace: Trace) -> str:
    """What a trace is called: the name of the script, or of the module."""
    return trace.program.entry.replace("\\", "/").rsplit("/", 1)[-1] or trace.program.entry


def subtitle_of(trace: Trace, every: tuple[Course, ...]) -> str:
    """Which paths the run went along, and on what."""
    where = trace.environment.processor or trace.environment.machine
    packages = trace.environment.packages
    frameworks = [f"{name} {packages[name]}" for name in ("torch", "jax", "llama.cpp") if name in packages]
    return " · ".join([*dict.fromkeys(course.title for course in every), *frameworks, where])


def ended(outcome: Outcome) -> str | None:
    """A sentence, where the run did not simply finish or where something of it was lost."""
    how = {
        Ending.FINISHED: None,
        Ending.EXITED: f"The program ended with exit code {outcome.exit_code}.",
        Ending.KILLED: f"The program was ended by {outcome.signal or 'a signal'}.",
        Ending.UNKNOWN: "The recording stops without a word: what came after is not here.",
    }[outcome.ending]
    return " ".join(filter(None, (how, outcome.note))) or None


def heading_of(kind: str) -> str:
    """The kind of a finding as a heading: Graph break."""
    words = [_ACRONYMS.get(word, word) for word in kind.split("-")]
    return " ".join([words[0][:1].upper() + words[0][1:], *words[1:]])


def _artifacts(exhibit: Exhibit, layers: Mapping[ArtifactId, Layer], link: Linker) -> tuple[ArtifactView, ...]:
    return tuple(_artifact(exhibit.slug, one, layers[one.id], link) for one in exhibit.trace.artifacts)


def _artifact(slug: str, artifact: Artifact, layer: Layer, link: Linker) -> ArtifactView:
    kind = kind_of(artifact.kind)
    return ArtifactView(
        id=artifact.id,
        unit=artifact.unit,
        stage=artifact.stage,
        kind=artifact.kind,
        kind_title=kind.title,
        title=artifact.title,
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
        page=link(artifact_url(slug, artifact.id)),
        raw=link(raw_url(slug, artifact)),
        filename=filename(artifact),
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
