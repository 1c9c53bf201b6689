"""The panes to begin with: one line of descent from the user's code to the deepest text that came of it."""

from collections import defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from chipward.artifacts.kinds import kind_of
from chipward.model.artifact import Artifact, ArtifactId
from chipward.model.layer import Layer
from chipward.model.lines import EdgeKind
from chipward.model.trace import MapEntry, Trace
from chipward.site.traces.entry import entry_file
from chipward.site.traces.one_by_one import called_one_by_one

MOST = 4
_BACKWARD = "backward"  # in the name of a text: what ran to find gradients
# What gives way first where a line of descent has more texts than panes.
_GIVES_WAY = (Layer.FRAMEWORK, Layer.RUNTIME_DRIVER, Layer.COMPILER, Layer.GRAPH_IR, Layer.KERNELS)


def start_panes(trace: Trace) -> tuple[ArtifactId, ...]:
    """At most four texts, from the user's code down."""
    texts = {artifact.id: artifact for artifact in trace.artifacts if artifact.lines}
    layers = {artifact.id: kind_of(artifact.kind).layer for artifact in trace.artifacts}
    sources = [one for one in texts.values() if layers[one.id] is Layer.YOUR_CODE]
    onwards = _onwards(trace, texts)
    ends = {end for entries in onwards.values() for end in (entry.end for entry in entries)}
    roots = [*sources, *(one for one in texts.values() if one.id not in ends and one not in sources)]
    worth = _Worth(trace, layers)
    descents = [_deepest(root.id, onwards, worth) for root in roots if root.id in onwards]
    if not descents:
        return tuple(_first_of_each_layer(list(texts.values()), layers))[:MOST]
    # Where no map leads on from the user's code, the longest descent from elsewhere stands beside it.
    # The file that was run comes before those that it called, and those that the framework wrote.
    entry_point = entry_file(trace.program)
    best = max(descents, key=lambda way: (way[0] == entry_point, len(way)))
    beside = [one.id for one in sources[:1] if layers[best[0]] is not Layer.YOUR_CODE]
    return tuple([*beside, *best][:MOST])


def descent_to(end: ArtifactId, source: ArtifactId, trace: Trace) -> tuple[ArtifactId, ...]:
    """At most four texts on the way from the source to a text that came of it; none where no map leads there."""
    texts = {artifact.id: artifact for artifact in trace.artifacts if artifact.lines}
    came_from = _descent(source, _onwards(trace, texts))
    if end not in came_from:
        return ()
    layers = {artifact.id: kind_of(artifact.kind).layer for artifact in trace.artifacts}
    return _one_a_layer(_way(end, came_from), layers, _guessed(came_from))


def _onwards(trace: Trace, texts: Collection[ArtifactId]) -> Mapping[ArtifactId, Sequence[MapEntry]]:
    onwards: dict[ArtifactId, list[MapEntry]] = defaultdict(list)
    for entry in trace.maps:
        if entry.start in texts and entry.end in texts and entry.end_mapped:
            onwards[entry.start].append(entry)
    return onwards


def _deepest(
    root: ArtifactId, onwards: Mapping[ArtifactId, Sequence[MapEntry]], worth: "_Worth"
) -> tuple[ArtifactId, ...]:
    came_from = _descent(root, onwards)
    ways = {end: _way(end, came_from) for end in came_from}
    way = ways[max(ways, key=lambda one: worth.of(ways[one], came_from[one]))]
    return _one_a_layer(way, worth.layers, _guessed(came_from))


def _descent(source: ArtifactId, onwards: Mapping[ArtifactId, Sequence[MapEntry]]) -> dict[ArtifactId, MapEntry | None]:
    """How each text that came of the source was first reached."""
    came_from: dict[ArtifactId, MapEntry | None] = {source: None}
    left = deque([source])
    while left:
        for entry in sorted(onwards.get(left.popleft(), ()), key=lambda entry: _BACKWARD in entry.end):
            if entry.end not in came_from:
                came_from[entry.end] = entry
                left.append(entry.end)
    return came_from


class _Worth:
    """What a way is worth to a reader who begins."""

    def __init__(self, trace: Trace, layers: Mapping[ArtifactId, Layer]) -> None:
        self.layers = layers
        often = {unit.id: unit.count for unit in trace.units}
        alone = called_one_by_one(trace)
        texts = {artifact.id for artifact in trace.artifacts if artifact.lines}
        self._counts = {artifact.id: often.get(artifact.unit, 1) for artifact in trace.artifacts}
        self._called = {artifact.id for artifact in trace.artifacts if artifact.unit in alone}
        self._views = {artifact.id for artifact in trace.artifacts if artifact.made_from in texts}

    def of(self, way: Sequence[ArtifactId], entry: MapEntry | None) -> tuple[int, bool, bool, int, int, int]:
        """What runs forward is what a reader wrote down; what was compiled says more than what was called one by one.

        What ran often matters more than what ran once, such as the filling of weights.
        """
        end = way[-1]
        compiled = end not in self._called and any(self.layers[artifact] is Layer.GRAPH_IR for artifact in way)
        often = max(self._counts[one] for one in way)
        mapped = min(entry.start_mapped, entry.end_mapped) if entry else 0
        whole = entry.end_mapped if entry and compiled and set(entry.kinds) == {EdgeKind.UNIT} else 0
        return self._depth(end), _BACKWARD not in end, compiled, often, mapped, whole

    def _depth(self, end: ArtifactId) -> int:
        """How deep a text lies. Steps of a runtime lead on to what they run, and a view to what it is one of."""
        layer = self.layers[end]
        return Layer.COMPILER.depth if layer is Layer.RUNTIME_DRIVER or end in self._views else layer.depth


def _way(end: ArtifactId, came_from: Mapping[ArtifactId, MapEntry | None]) -> Sequence[ArtifactId]:
    way = [end]
    while entry := came_from[way[-1]]:
        way.append(entry.start)
    return way[::-1]


def _guessed(came_from: Mapping[ArtifactId, MapEntry | None]) -> AbstractSet[ArtifactId]:
    return {end for end, entry in came_from.items() if entry and _is_guess(entry)}


def _is_guess(entry: MapEntry) -> bool:
    return set(entry.kinds) <= {EdgeKind.INFERRED, EdgeKind.UNIT}


def _one_a_layer(
    way: Sequence[ArtifactId], layers: Mapping[ArtifactId, Layer], guessed: AbstractSet[ArtifactId]
) -> tuple[ArtifactId, ...]:
    """The last text of each layer on the way that is surely known; the first and the last of them always stay."""
    chosen: dict[Layer, ArtifactId] = {}
    for artifact in way:
        if artifact not in guessed or layers[artifact] not in chosen or artifact == way[-1]:
            chosen[layers[artifact]] = artifact
    for layer in _GIVES_WAY:
        if len(chosen) > MOST and layer in chosen and chosen[layer] != way[-1]:
            del chosen[layer]
    return tuple(chosen.values())


def _first_of_each_layer(texts: Sequence[Artifact], layers: Mapping[ArtifactId, Layer]) -> Iterator[ArtifactId]:
    for layer in Layer:
        yield from [text.id for text in texts if layers[text.id] is layer][:1]
