"""What each line of a page became and where it came from, as links: for readers without script."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chipward.artifacts.kinds import kind_of
from chipward.artifacts.line_graph import Relation
from chipward.model.artifact import Artifact
from chipward.site.traces.address import line_url
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.places import short_name
from chipward.site.traces.shown import ShownLine
from chipward.site.words import number

EDGES_READ = 200_000  # of all maps together; a trace of more is left to the viewer, which reads what is picked


@dataclass(frozen=True)
class KinLink:
    """Lines of another text that a line became or came from."""

    url: str  # of the first of them
    name: str  # of the text: C++ kernel of cpp_fused_relu_0
    words: str  # 3 C++ lines, inferred
    relation: Relation


def with_kin(
    exhibit: Exhibit, artifact: Artifact, lines: Sequence[ShownLine]
) -> Iterator[tuple[ShownLine, tuple[KinLink, ...]]]:
    """Every line with its links."""
    small = sum(sum(entry.kinds.values()) for entry in exhibit.trace.maps) <= EDGES_READ
    for line in lines:
        yield line, tuple(_links(exhibit, artifact, line.number)) if small else ()


def _links(exhibit: Exhibit, artifact: Artifact, line: int) -> Iterator[KinLink]:
    family = exhibit.graph.family(artifact.id, line)
    for relation in (Relation.CAME_FROM, Relation.BECAME):
        for other, found in exhibit.in_order(family.reached(relation)):
            counted = number(len(found.lines), *kind_of(exhibit.artifact[other].kind).noun)
            yield KinLink(
                url=line_url(exhibit.slug, other, found.lines[0]),
                name=short_name(exhibit, exhibit.artifact[other]),
                words=", ".join([counted, *dict.fromkeys(found.kinds)]),
                relation=relation,
            )
