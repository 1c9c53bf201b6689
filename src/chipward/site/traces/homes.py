"""The line of the user's code that a text came from most, along the shortest way that leads up to that code."""

from collections import Counter, deque
from collections.abc import Sequence
from typing import NamedTuple

from chipward.artifacts.kinds import kind_of
from chipward.model.artifact import ArtifactId, Place
from chipward.model.layer import Layer
from chipward.model.lines import EdgeKind, LineMap
from chipward.model.trace import MapEntry
from chipward.site.traces.entry import entry_file
from chipward.site.traces.exhibit import Exhibit

MOST_EDGES = 20_000  # of a map; a larger one is not read only to choose a line


class Home(NamedTuple):
    """A line of the user's code."""

    artifact: ArtifactId
    line: int


def home_of(exhibit: Exhibit, artifact: ArtifactId) -> Home | None:
    """The line, in the file that was run rather than in a library's; None where no way leads up to one."""
    if kind_of(exhibit.artifact[artifact].kind).layer is Layer.YOUR_CODE:
        return None
    return _home(exhibit, _one_higher(exhibit, artifact)) or _home(exhibit, _one_higher(exhibit, artifact, whole=True))


def _one_higher(exhibit: Exhibit, artifact: ArtifactId, *, whole: bool = False) -> dict[ArtifactId, LineMap]:
    """The ways to a text from those right above it. That the whole came of a line may end a way, not continue it."""
    found: dict[ArtifactId, LineMap] = {}
    for entry in _above(exhibit, artifact):
        way = exhibit.line_map(entry.id) if whole else _fine(exhibit, entry)
        if way and entry.start != artifact:
            found.setdefault(entry.start, way)
    return found


def _home(exhibit: Exhibit, ways: dict[ArtifactId, LineMap]) -> Home | None:
    entry_point = entry_file(exhibit.trace.program)
    elsewhere: Home | None = None
    left = deque(ways)
    while left:
        here = left.popleft()
        way = ways[here]
        if kind_of(exhibit.artifact[here].kind).layer is Layer.YOUR_CODE:
            starts = Counter(edge.start for edge in way)
            home = Home(here, max(starts, key=lambda line: (starts[line], -line)))
            if here == entry_point:
                return home
            elsewhere = elsewhere or home
        for entry in _above(exhibit, here):
            if entry.start not in ways and (longer := _fine(exhibit, entry).then(way)):
                ways[entry.start] = longer
                left.append(entry.start)
    return elsewhere


def first_line(exhibit: Exhibit, panes: Sequence[ArtifactId]) -> Place | None:
    """The line to light first: the one that the deepest of the panes to begin with came from."""
    home = home_of(exhibit, panes[-1]) if len(panes) > 1 else None
    return Place(artifact=home.artifact, line=home.line) if home else None


def _above(exhibit: Exhibit, artifact: ArtifactId) -> Sequence[MapEntry]:
    """The maps that lead to a text, the fullest first."""
    found = [entry for entry in exhibit.above.get(artifact, ()) if sum(entry.kinds.values()) <= MOST_EDGES]
    return sorted(found, key=lambda entry: -entry.end_mapped)


def _fine(exhibit: Exhibit, entry: MapEntry) -> LineMap:
    return LineMap(tuple(edge for edge in exhibit.line_map(entry.id) if edge.kind is not EdgeKind.UNIT))
