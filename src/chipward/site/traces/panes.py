"""The panes that the server draws: the beginning of each text that the viewer opens with."""

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from chipward.model.artifact import ArtifactId
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.grouped import targets_of
from chipward.site.traces.listing import listing
from chipward.site.traces.shown import shown_lines
from chipward.site.traces.view import ArtifactView, TraceView
from chipward.site.words import number

DRAWN = 400  # lines of a pane; the artifact's own pages have them all


@dataclass(frozen=True)
class Pane:
    """A text beside the others."""

    artifact: ArtifactView
    lines: Markup
    more: int  # lines that are not drawn
    coverage: str | None
    target: str | None  # what it is for, where the trace holds code for several


def panes_of(exhibit: Exhibit, view: TraceView) -> tuple[Pane, ...]:
    """The panes to begin with."""
    return tuple(_panes(exhibit, view))


def _panes(exhibit: Exhibit, view: TraceView) -> Iterator[Pane]:
    by_id = {artifact.id: artifact for artifact in view.artifacts}
    targets = targets_of(view) if len({rail.target for rail in view.rails}) > 1 else {}
    before: ArtifactId | None = None
    for name in view.start:
        lines = tuple(shown_lines(exhibit.some_lines(exhibit.artifact[name], 0, DRAWN)))
        artifact = by_id[name]
        yield Pane(
            artifact=artifact,
            lines=listing(lines, f"{artifact.id}:"),
            more=(artifact.lines or 0) - len(lines),
            coverage=_coverage(view, name, before),
            target=targets.get(artifact.unit),
        )
        before = name


def _coverage(view: TraceView, artifact: ArtifactId, before: ArtifactId | None) -> str | None:
    """How much of a text is mapped to the pane before it, or else to any text above."""
    above = [entry for entry in view.maps if entry.end == artifact]
    beside = [entry for entry in above if entry.start == before]
    if not above:
        return None
    best = max(beside or above, key=lambda entry: entry.end_mapped)
    return covered(best.end_mapped, best.end_lines)


def covered(mapped: int, lines: int) -> str:
    """How many lines of a text have an edge of a map: 7 of 11 lines mapped."""
    return f"{mapped:,} of {number(lines, 'line')} mapped"
