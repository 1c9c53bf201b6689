"""Line maps that nobody recorded, read out of the texts of a trace.

Pure: a trace and its texts go in, maps come out. What was recorded is left alone, since the process that compiled knew
more than its texts tell. Deriving again with a better reader makes an old bundle better.
"""

from collections.abc import Callable, Iterator

from chipward.artifacts.derivations import embedded, homes, names
from chipward.artifacts.derivations.view import Derived, View
from chipward.model.artifact import ArtifactId
from chipward.model.lines import LineMap
from chipward.model.trace import MapEntry, MapId, Trace

__all__ = ["Derived", "complete", "derive_maps"]

_DERIVATIONS = (embedded.derive, homes.derive, names.derive)


def derive_maps(trace: Trace, read_text: Callable[[ArtifactId], str]) -> Iterator[Derived]:
    """The maps that the texts of a trace tell of, and that it does not hold."""
    view = View(trace, read_text)
    for derivation in _DERIVATIONS:
        yield from derivation(view)


def complete(
    trace: Trace, read_text: Callable[[ArtifactId], str], read_map: Callable[[MapId], LineMap]
) -> tuple[Trace, Callable[[MapId], LineMap]]:
    """A trace with the derived maps among its own, and a reader of both."""
    derived = tuple(derive_maps(trace, read_text))
    if not derived:
        return trace, read_map
    first = max((int(entry.id) for entry in trace.maps), default=-1) + 1
    lines = {artifact.id: artifact.lines or 0 for artifact in trace.artifacts}
    entries = [
        _entry(MapId(str(number)), one, lines[one.start], lines[one.end])
        for number, one in enumerate(derived, start=first)
    ]
    made = {entry.id: one.line_map for entry, one in zip(entries, derived, strict=True)}

    def read(identity: MapId) -> LineMap:
        return made[identity] if identity in made else read_map(identity)

    return trace.model_copy(update={"maps": (*trace.maps, *entries)}), read


def _entry(identity: MapId, derived: Derived, start_lines: int, end_lines: int) -> MapEntry:
    return MapEntry(
        id=identity,
        start=derived.start,
        end=derived.end,
        method=derived.method,
        file=f"maps/{identity}.json",
        start_lines=start_lines,
        start_mapped=len(derived.line_map.starts),
        end_lines=end_lines,
        end_mapped=len(derived.line_map.ends),
        kinds=derived.line_map.kinds,
        losses=derived.losses,
    )
