"""Line maps that nobody recorded, read out of the texts of a trace.

Pure: a trace and its texts go in, maps come out. What was recorded is left alone, since the process that compiled knew
more than its texts tell. Deriving again with a better reader makes an old bundle better.
"""

from collections.abc import Callable, Iterator

from chipward.artifacts.derivations import callers, embedded, homes, names
from chipward.artifacts.derivations.view import Derived, View
from chipward.model.artifact import ArtifactId
from chipward.model.lines import LineMap
from chipward.model.trace import MapEntry, MapId, Trace

__all__ = ["Derived", "complete", "derive_maps"]

_DERIVATIONS = (embedded.derive, homes.derive, callers.derive, names.derive)


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
    artifacts = {artifact.id: artifact for artifact in trace.artifacts}
    entries = [
        MapEntry.of(
            MapId(str(number)),
            artifacts[one.start],
            artifacts[one.end],
            one.line_map,
            method=one.method,
            losses=one.losses,
        )
        for number, one in enumerate(derived, start=first)
    ]
    made = {entry.id: one.line_map for entry, one in zip(entries, derived, strict=True)}

    def read(identity: MapId) -> LineMap:
        return made[identity] if identity in made else read_map(identity)

    return trace.model_copy(update={"maps": (*trace.maps, *entries)}), read
