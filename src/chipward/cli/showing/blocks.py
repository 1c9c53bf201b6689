"""The texts that a line became, unit by unit: what holds others comes before them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from chipward.model.artifact import ArtifactId, UnitId
from chipward.model.trace import Trace, Unit
from chipward.site.traces.exhibit import Exhibit

_LATER = "backward"  # what runs after its siblings: its name says so


def blocks(exhibit: Exhibit, texts: Iterable[ArtifactId]) -> Iterator[tuple[UnitId, Sequence[ArtifactId]]]:
    """The units of some texts, each with these, from the user's code down."""
    found: dict[UnitId, list[ArtifactId]] = {}
    for name, _ in exhibit.in_order(dict.fromkeys(texts)):
        found.setdefault(exhibit.artifact[name].unit, []).append(name)
    for unit in _in_order(exhibit.trace, {unit: place for place, unit in enumerate(found)}):
        if unit in found:
            yield unit, found[unit]


def _in_order(trace: Trace, places: Mapping[UnitId, int]) -> Iterator[UnitId]:
    # Without recursion: a hostile bundle may nest as deep as it likes.
    children: dict[UnitId | None, list[Unit]] = {}
    for unit in sorted(trace.units, key=lambda unit: (unit.name.startswith(_LATER), places.get(unit.id, 0))):
        children.setdefault(unit.parent, []).append(unit)
    left = children.get(None, [])[::-1]
    while left:
        unit = left.pop()
        yield unit.id
        left += children.get(unit.id, [])[::-1]
