"""What each line of the user's code became, and for every other line which of them it came from.

For readers without script. The viewer works the same out in the browser, for any line of any text.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from chipward.artifacts.at_stage import kind_at
from chipward.artifacts.kinds import kind_of
from chipward.artifacts.line_graph import Relation
from chipward.model.artifact import Artifact, ArtifactId
from chipward.model.layer import Layer
from chipward.site.traces.address import line_url
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.places import short_name
from chipward.site.words import number

MOST_EDGES = 200_000  # of all maps together; a trace of more is left to the viewer, which reads what is picked
MOST_LINES = 5_000  # of the user's own files together
MOST_HOMES = 4  # lines that are named beside one


@dataclass(frozen=True)
class KinLink:
    """Lines of another text that a line became or came from."""

    url: str  # of the first of them
    name: str  # C++ kernel, cpp_fused_relu_0
    words: str  # 3 C++ lines, inferred


@dataclass(frozen=True)
class Kin:
    """What is known of each line of one text."""

    became: Mapping[int, tuple[KinLink, ...]]
    came_from: Mapping[int, tuple[KinLink, ...]]


class Kinship:
    """Every line of the user's code, followed once through all texts of a trace."""

    def __init__(self, exhibit: Exhibit) -> None:
        self._exhibit = exhibit
        self._became: dict[ArtifactId, dict[int, list[KinLink]]] = defaultdict(lambda: defaultdict(list))
        self._came_from: dict[ArtifactId, dict[int, list[KinLink]]] = defaultdict(lambda: defaultdict(list))
        sources = [one for one in exhibit.texts if one.lines and kind_of(one.kind).layer is Layer.YOUR_CODE]
        edges = sum(sum(entry.kinds.values()) for entry in exhibit.trace.maps)
        if edges <= MOST_EDGES and sum(one.lines or 0 for one in sources) <= MOST_LINES:
            for source in sources:
                for line in range(1, (source.lines or 0) + 1):
                    self._follow(source, line)

    def of(self, artifact: ArtifactId) -> Kin:
        """What is known of the lines of a text."""
        return Kin(
            {line: tuple(links) for line, links in self._became[artifact].items()},
            {line: tuple(links[:MOST_HOMES]) for line, links in self._came_from[artifact].items()},
        )

    def _follow(self, source: Artifact, line: int) -> None:
        found = self._exhibit.graph.family(source.id, line).reached(Relation.BECAME)
        here = line_url(self._exhibit.slug, source.id, line)
        name = f"{short_name(self._exhibit, source)}:{line}"
        for other, reached in self._exhibit.in_order(found):
            counted = number(len(reached.lines), *kind_at(self._exhibit.artifact[other]).noun)
            there = KinLink(
                url=line_url(self._exhibit.slug, other, reached.lines[0]),
                name=short_name(self._exhibit, self._exhibit.artifact[other]),
                words=", ".join([counted, *dict.fromkeys(reached.kinds)]),
            )
            self._became[source.id][line].append(there)
            for place, kind in zip(reached.lines, reached.kinds, strict=True):
                self._came_from[other][place].append(KinLink(here, name, kind))
