"""The order in which texts are told: from the user's code down, as the maps lead."""

from collections import defaultdict, deque

from chipward.artifacts.kinds import kind_of
from chipward.model.artifact import Artifact, ArtifactId
from chipward.model.trace import Trace


def in_order(trace: Trace) -> tuple[Artifact, ...]:
    """The artifacts of a trace: layer by layer, in a layer as the maps lead, and else as recorded."""
    depths = _depths(trace)
    return tuple(sorted(trace.artifacts, key=lambda one: (kind_of(one.kind).layer.depth, depths.get(one.id, 0))))


def _depths(trace: Trace) -> dict[ArtifactId, int]:
    """The length of the longest way along maps to each text. Texts on a circle of maps have none."""
    onwards: dict[ArtifactId, list[ArtifactId]] = defaultdict(list)
    waits: dict[ArtifactId, int] = defaultdict(int)
    for entry in trace.maps:
        onwards[entry.start].append(entry.end)
        waits[entry.end] += 1
    depths = {name: 0 for name in onwards if not waits[name]}
    left = deque(depths)
    while left:
        name = left.popleft()
        for end in onwards.get(name, ()):
            depths[end] = max(depths.get(end, 0), depths[name] + 1)
            waits[end] -= 1
            if not waits[end]:
                left.append(end)
    return depths
