"""What each line of a page became and where it came from, as links: for readers without script."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chipward.artifacts.kinds import kind_of
from chipward.model.artifact import Artifact
from chipward.site.traces.address import line_url
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.shown import ShownLine
from chipward.site.words import number


@dataclass(frozen=True)
class KinLink:
    """Lines of another text that a line became or came from."""

    url: str  # of the first of them
    words: str  # 3 instructions
    known: str  # exact, inlined
    strength: str  # became, kin


def with_kin(
    exhibit: Exhibit, artifact: Artifact, lines: Sequence[ShownLine]
) -> Iterator[tuple[ShownLine, tuple[KinLink, ...]]]:
    """Every line with its links."""
    for line in lines:
        reached = {}
        yield (
            line,
            tuple(
                KinLink(
                    url=line_url(exhibit.slug, other, found.lines[0]),
                    words=number(len(found.lines), *kind_of(exhibit.artifact[other].kind).noun),
                    known=", ".join(found.kinds),
                    strength="became" if found.strong else "kin",
                )
                for other, found in reached.items()
            ),
        )
