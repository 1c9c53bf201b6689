"""How the lines of a text that was made later hang together with those that the bundle holds."""

from collections.abc import Iterator, Sequence

from chipward.artifacts.xla.hlo_passes import HEADING
from chipward.bundle.adding import NewMap
from chipward.bundle.read import Bundle
from chipward.model.artifact import Artifact
from chipward.model.lines import Edge, EdgeKind, LineMap
from chipward.model.trace import Loss, MapEntry

_SAME = "The text begins with the lines of this one, word for word"
_LATER = "headings, and what later stages changed"
_STRUCTURE = "headings and blank lines"
_NOT_CODE = (HEADING, "@@")
MOST_EDGES = 200_000  # of a map that says of all lines that they came of one


def maps_of(bundle: Bundle, beside: Artifact, made: Artifact, text: str) -> Iterator[NewMap]:
    """The map from the text beside it, if it begins with that one's lines, and one from all that this came from.

    Where only the whole is known to have come from a line, that holds for what is made of it, too.
    """
    lines = text.split("\n")
    same = _found_again(bundle.text(beside.id).rstrip("\n").split("\n"), lines)
    if same:
        yield NewMap(beside, made, same, _SAME, tuple(_losses(beside, made, same, (_STRUCTURE, _LATER))))
    code = [number for number, line in enumerate(lines, start=1) if line.strip() and not line.startswith(_NOT_CODE)]
    for entry in bundle.trace.maps:
        start = bundle.artifact(entry.start)
        if entry.end != beside.id or start.unit == made.unit:
            continue
        if whole := _whole(bundle, entry, same, code):
            reasons = (_reason(entry), _LATER if same else _STRUCTURE)
            yield NewMap(start, made, whole, entry.method, tuple(_losses(start, made, whole, reasons)))


def _found_again(wanted: Sequence[str], lines: Sequence[str]) -> LineMap:
    """The lines of one text in another, where they stand together for the first time."""
    start = next((at for at, line in enumerate(lines) if line == wanted[0]), None)
    if start is None or list(lines[start : start + len(wanted)]) != list(wanted):
        return LineMap(())
    numbers = (number for number, line in enumerate(wanted, start=1) if line.strip())
    return LineMap.of(Edge(number, start + number, EdgeKind.EXACT) for number in numbers)


def _whole(bundle: Bundle, entry: MapEntry, same: LineMap, code: Sequence[int]) -> LineMap:
    line_map = bundle.line_map(entry.id)
    if same:
        return LineMap(tuple(edge for edge in line_map if edge.kind is EdgeKind.UNIT)).then(same)
    by_line = EdgeKind.UNIT not in line_map.kinds and len(line_map.starts) > 1  # each is of some of its lines alone
    if by_line or len(line_map.starts) * len(code) > MOST_EDGES:
        return LineMap(())
    return LineMap.of(Edge(start, line, EdgeKind.UNIT) for start in line_map.starts for line in code)


def _losses(start: Artifact, made: Artifact, line_map: LineMap, reasons: tuple[str, str]) -> Iterator[Loss]:
    for side, all_of_them, mapped, why in (
        ("from", start.lines or 0, len(line_map.starts), reasons[0]),
        ("to", made.lines or 0, len(line_map.ends), reasons[1]),
    ):
        if all_of_them > mapped:
            yield Loss.model_validate({"side": side, "lines": all_of_them - mapped, "why": why})


def _reason(entry: MapEntry) -> str:
    return "; ".join(dict.fromkeys(loss.why for loss in entry.losses if loss.side == "from")) or _STRUCTURE
