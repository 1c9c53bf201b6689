"""The panes to begin with: one line of descent from the user's code to the deepest text that came of it."""

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence

from chipward.artifacts.kinds import kind_of
from chipward.model.artifact import Artifact, ArtifactId
from chipward.model.layer import Layer
from chipward.model.trace import MapEntry, Trace

MOST = 4
# What gives way first where a line of descent has more texts than panes.
_GIVES_WAY = (Layer.FRAMEWORK, Layer.COMPILER, Layer.RUNTIME_DRIVER, Layer.GRAPH_IR, Layer.KERNELS)


def start_panes(trace: Trace) -> tuple[ArtifactId, ...]:
    """At most four texts, from the user's code down."""
    texts = {artifact.id: artifact for artifact in trace.artifacts if artifact.lines}
    layers = {artifact.id: kind_of(artifact.kind).layer for artifact in trace.artifacts}
    sources = [one for one in texts.values() if layers[one.id] is Layer.YOUR_CODE]
    onwards: dict[ArtifactId, list[MapEntry]] = defaultdict(list)
    for entry in trace.maps:
        if entry.start in texts and entry.end in texts and entry.end_mapped:
            onwards[entry.start].append(entry)
    ends = {end for entries in onwards.values() for end in (entry.end for entry in entries)}
    roots = [*sources, *(one for one in texts.values() if one.id not in ends and one not in sources)]
    descents = [_deepest(root.id, onwards, layers) for root in roots if onwards[root.id]]
    if not descents:
        return tuple(_first_of_each_layer(list(texts.values()), layers))[:MOST]
    # Where no map leads on from the user's code, the longest descent from elsewhere stands beside it.
    # The file that was run comes before those that it called, and those that the framework wrote.
    entries = {file.artifact for file in trace.program.files if file.path.endswith(trace.program.entry)}
    best = max(descents, key=lambda way: (way[0] in entries, len(way)))
    beside = [one.id for one in sources[:1] if layers[best[0]] is not Layer.YOUR_CODE]
    return tuple([*beside, *best][:MOST])


def _deepest(
    root: ArtifactId, onwards: Mapping[ArtifactId, Sequence[MapEntry]], layers: Mapping[ArtifactId, Layer]
) -> tuple[ArtifactId, ...]:
    came_from = _descent(root, onwards)
    ways = {end: _way(end, came_from) for end in came_from}
    return _one_a_layer(ways[max(ways, key=lambda one: _worth(ways[one], layers, came_from[one]))], layers)


def _descent(source: ArtifactId, onwards: Mapping[ArtifactId, Sequence[MapEntry]]) -> dict[ArtifactId, MapEntry | None]:
    """How each text that came of the source was first reached."""
    came_from: dict[ArtifactId, MapEntry | None] = {source: None}
    left = deque([source])
    while left:
        for entry in onwards.get(left.popleft(), ()):
            if entry.end not in came_from:
                came_from[entry.end] = entry
                left.append(entry.end)
    return came_from


def _worth(
    way: Sequence[ArtifactId], layers: Mapping[ArtifactId, Layer], entry: MapEntry | None
) -> tuple[int, bool, bool, int]:
    """What runs forward is what a reader wrote down; what was compiled says more than what was called one by one."""
    compiled = any(layers[artifact] is Layer.GRAPH_IR for artifact in way)
    mapped = min(entry.start_mapped, entry.end_mapped) if entry else 0
    return layers[way[-1]].depth, "backward" not in way[-1], compiled, mapped


def _way(end: ArtifactId, came_from: Mapping[ArtifactId, MapEntry | None]) -> Sequence[ArtifactId]:
    way = [end]
    while entry := came_from[way[-1]]:
        way.append(entry.start)
    return way[::-1]


def _one_a_layer(way: Sequence[ArtifactId], layers: Mapping[ArtifactId, Layer]) -> tuple[ArtifactId, ...]:
    """The last text of each layer on the way; the first and the last of them always stay."""
    chosen = {layers[artifact]: artifact for artifact in way}
    for layer in _GIVES_WAY:
        if len(chosen) > MOST and layer in chosen and chosen[layer] != way[-1]:
            del chosen[layer]
    return tuple(chosen.values())


def _first_of_each_layer(texts: Sequence[Artifact], layers: Mapping[ArtifactId, Layer]) -> Iterator[ArtifactId]:
    for layer in Layer:
        yield from [text.id for text in texts if layers[text.id] is layer][:1]
