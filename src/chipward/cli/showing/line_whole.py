"""Each text that a line became with its lines, and each hop on the way there."""

from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from chipward.artifacts.describe import Hop, Piece
from chipward.artifacts.line_graph import Reached, Relation
from chipward.cli.showing.layout import numbered, set_in
from chipward.cli.showing.notes import Notes
from chipward.model.artifact import ArtifactId
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.places import short_name
from chipward.site.words import number

_LINES_TOLD = 12  # of one text


def whole_texts(
    exhibit: Exhibit, told: Mapping[ArtifactId, Piece], reached: Mapping[ArtifactId, Reached], notes: Notes
) -> Iterator[RenderableType]:
    """Tell of all texts, from the user's code down."""
    for name, piece in exhibit.in_order(told):
        yield Text()
        yield from _reached(exhibit, piece, reached[name].lines, notes)


def _reached(exhibit: Exhibit, piece: Piece, found: Sequence[int], notes: Notes) -> Iterator[RenderableType]:
    artifact = exhibit.artifact[piece.artifact]
    heading = "became" if piece.relation is Relation.BECAME else "came from"
    counted = f"{piece.count:,} {piece.noun}"
    yield Text.assemble(
        (f"{heading} ", "dim"), (counted, "bold"), f", {', '.join(piece.kinds)}  ", (artifact.id, "dim")
    )
    yield from (set_in(1, _hop(exhibit, hop, notes)) for hop in piece.hops)
    lines = exhibit.lines(artifact)
    yield from numbered([(line, lines[line - 1]) for line in found[:_LINES_TOLD]], found[-1])
    if len(found) > _LINES_TOLD:
        yield set_in(1, Text(f"and {len(found) - _LINES_TOLD} more", "dim"))


def _hop(exhibit: Exhibit, hop: Hop, notes: Notes) -> Text:
    covered = f"{hop.mapped:,} of {number(hop.lines, 'line')} mapped"
    return Text(f"to {short_name(exhibit, exhibit.artifact[hop.end])} {notes.mark([hop])}; {covered}", "dim")
