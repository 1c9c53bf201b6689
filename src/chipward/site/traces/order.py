"""The order in which texts are told: from the user's code down, as the maps lead."""

from collections import defaultdict, deque

from chipward.artifacts.kinds import kind_of
from chipward.model.artifact import Artifact, ArtifactId
from chipward.model.trace import Trace


def in_order(trace: Trace) -> tuple[Artifact, ...]:
    """The artifacts of a trace: by layer, in a layer by the turn of their kinds, then as the maps lead."""
    depths = _depths(trace)

    def place(artifact: Artifact) -> tuple[int, int, int]:
        kind = kind_of(artifact.kind)
        return kind.layer.depth, kind.turn, depths.get(artifact.id, 0)

    return tuple(sorted(trace.artifacts, key=place))


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
