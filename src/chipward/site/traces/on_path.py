"""Which texts lie on which path of a trace.

A text lies on the path of its unit, and the user's own files lie on all. What was made once for several chips, as the
graph that each is compiled from, was recorded on one path; it lies on every path that its maps lead to.
"""

from collections import defaultdict
from collections.abc import Mapping

from chipward.model.artifact import Artifact, ArtifactId, UnitId
from chipward.model.trace import Selection, Trace

PROGRAM = "program"  # the unit that holds the user's own files: it belongs to every path


class OnPath:
    """Tells of each artifact of a trace whether it lies on a path."""

    def __init__(self, trace: Trace) -> None:
        self._selections = trace.selections
        self._path: Mapping[UnitId, int] = {unit.id: unit.selection for unit in trace.units if unit.id != PROGRAM}
        self._unit: Mapping[ArtifactId, UnitId] = {artifact.id: artifact.unit for artifact in trace.artifacts}
        self._shared = self._shared_texts(trace)

    def has(self, artifact: Artifact, place: int) -> bool:
        """Whether it lies on the path of this selection."""
        return artifact.unit == PROGRAM or self.is_own(artifact, place) or artifact.id in self._shared[place]

    def is_own(self, artifact: Artifact, place: int) -> bool:
        """Whether it was made on that path, and for no other."""
        return self._path.get(artifact.unit) == place

    def _shared_texts(self, trace: Trace) -> Mapping[int, set[ArtifactId]]:
        before: dict[ArtifactId, list[ArtifactId]] = defaultdict(list)
        shared: dict[int, set[ArtifactId]] = defaultdict(set)
        for entry in trace.maps:
            start, end = self._path_of(entry.start), self._path_of(entry.end)
            if start is not None and start == end:
                before[entry.end].append(entry.start)
            elif start is not None and end is not None and self._are_alike(start, end):
                shared[end].add(entry.start)
        for texts in shared.values():
            left = list(texts)
            while left:
                further = [one for one in before[left.pop()] if one not in texts]
                texts.update(further)
                left += further
        return shared

    def _path_of(self, artifact: ArtifactId) -> int | None:
        unit = self._unit.get(artifact)
        return self._path.get(unit) if unit is not None else None

    def _are_alike(self, one: int, other: int) -> bool:
        known = range(len(self._selections))
        return one in known and other in known and _differ_in_chip(self._selections[one], self._selections[other])


def _differ_in_chip(one: Selection, other: Selection) -> bool:
    """Whether two paths are the same but for the chip, which is a single choice of an explainer."""
    different = dict(one.choices).items() ^ dict(other.choices).items()
    return one.explainer == other.explainer and one.target != other.target and len({key for key, _ in different}) <= 1
