"""The line of the user's code that a text came from most: found by following one line up, through a map at a time."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from chipward.artifacts.kinds import kind_of
from chipward.model.artifact import ArtifactId, Place
from chipward.model.layer import Layer
from chipward.model.lines import EdgeKind
from chipward.model.trace import MapEntry
from chipward.site.traces.exhibit import Exhibit

MOST_EDGES = 100_000  # of a map; a larger one is not read only to choose a line


class Home(NamedTuple):
    """A line of the user's code."""

    artifact: ArtifactId
    line: int


def home_of(exhibit: Exhibit, artifact: ArtifactId) -> Home | None:
    """The line, or None where no way leads up to one."""
    here, line = artifact, None
    passed = {here}
    while kind_of(exhibit.artifact[here].kind).layer is not Layer.YOUR_CODE:
        step = next(filter(None, (_step(exhibit, entry, line) for entry in _above(exhibit, here, passed))), None)
        if step is None:
            return None
        here, line = step
        passed.add(here)
    return Home(here, line) if line else None


def first_line(exhibit: Exhibit, panes: Sequence[ArtifactId]) -> Place | None:
    """The line to light first: the one that the deepest of the panes to begin with came from."""
    home = home_of(exhibit, panes[-1]) if len(panes) > 1 else None
    return Place(artifact=home.artifact, line=home.line) if home else None


def _above(exhibit: Exhibit, artifact: ArtifactId, passed: set[ArtifactId]) -> Sequence[MapEntry]:
    """The maps that lead to a text: one from the user's code before all others, then by what they cover."""
    found = [
        entry
        for entry in exhibit.above.get(artifact, ())
        if entry.start not in passed and sum(entry.kinds.values()) <= MOST_EDGES
    ]
    return sorted(found, key=lambda one: (kind_of(exhibit.artifact[one.start].kind).layer.depth > 0, -one.end_mapped))


def _step(exhibit: Exhibit, entry: MapEntry, line: int | None) -> Home | None:
    edges = exhibit.line_map(entry.id)
    starts = Counter(edge.start for edge in edges if edge.kind is not EdgeKind.UNIT and line in {None, edge.end})
    return Home(entry.start, max(starts, key=lambda start: (starts[start], -start))) if starts else None
