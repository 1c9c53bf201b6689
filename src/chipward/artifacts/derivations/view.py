"""What a derivation is given: a trace, its texts, and what was recorded between them. And what it gives."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from chipward.artifacts.kinds import kind_of
from chipward.artifacts.kinds.kind import Kind
from chipward.errors import ChipwardError
from chipward.model.artifact import Artifact, ArtifactId, UnitId
from chipward.model.lines import EdgeKind, LineMap
from chipward.model.trace import Loss, MapEntry, Trace, Unit


@dataclass(frozen=True)
class Derived:
    """A map that nobody recorded, since the texts say it themselves."""

    start: ArtifactId
    end: ArtifactId
    line_map: LineMap
    method: str
    losses: tuple[Loss, ...] = ()


class View:
    """A trace, as derivations look at it. A text is read once for each derivation that needs it."""

    def __init__(self, trace: Trace, read_text: Callable[[ArtifactId], str]) -> None:
        self.trace = trace
        self._read_text = read_text

    @cached_property
    def texts(self) -> Mapping[ArtifactId, tuple[Artifact, Kind]]:
        """The artifacts that are texts, with their kinds."""
        pairs = ((artifact, kind_of(artifact.kind)) for artifact in self.trace.artifacts)
        return {
            artifact.id: (artifact, kind) for artifact, kind in pairs if artifact.lines is not None and kind.is_text
        }

    def read_text(self, artifact: ArtifactId) -> str:
        """A text; an empty one where it cannot be read, since then it tells of no map either."""
        try:
            return self._read_text(artifact)
        except ChipwardError:
            return ""

    def reached_by_map(self, end: ArtifactId, kinds: frozenset[str], *, beside_calls: bool = False) -> bool:
        """Whether a map from a text of one of these kinds to this one was recorded.

        One that tells of inlined calls alone may be left out of account: it says who called, and not where a line is.
        """
        starts = self._starts if not beside_calls else self._starts_of_lines
        return any(kind in kinds for kind in starts.get(end, ()))

    def joined(self, start: ArtifactId, end: ArtifactId) -> bool:
        """Whether a map between these two was recorded."""
        return (start, end) in self._pairs

    def enclosing(self, unit: UnitId) -> Iterator[Unit]:
        """The unit and those it is nested in, from the inside out."""
        seen: set[UnitId] = set()
        here = self._units.get(unit)
        while here is not None and here.id not in seen:
            seen.add(here.id)
            yield here
            here = self._units.get(here.parent) if here.parent is not None else None

    def of_unit(self, unit: UnitId) -> tuple[tuple[Artifact, Kind], ...]:
        """The texts of a unit, in the order of the trace."""
        return self._by_unit.get(unit, ())

    @cached_property
    def _units(self) -> Mapping[UnitId, Unit]:
        return {unit.id: unit for unit in self.trace.units}

    @cached_property
    def _by_unit(self) -> Mapping[UnitId, tuple[tuple[Artifact, Kind], ...]]:
        found: dict[UnitId, list[tuple[Artifact, Kind]]] = {}
        for artifact, kind in self.texts.values():
            found.setdefault(artifact.unit, []).append((artifact, kind))
        return {unit: tuple(pairs) for unit, pairs in found.items()}

    @cached_property
    def _pairs(self) -> frozenset[tuple[ArtifactId, ArtifactId]]:
        return frozenset((entry.start, entry.end) for entry in self.trace.maps)

    @cached_property
    def _starts(self) -> Mapping[ArtifactId, frozenset[str]]:
        return self._kinds_of_starts(self.trace.maps)

    @cached_property
    def _starts_of_lines(self) -> Mapping[ArtifactId, frozenset[str]]:
        return self._kinds_of_starts(entry for entry in self.trace.maps if set(entry.kinds) != {EdgeKind.INLINED})

    def _kinds_of_starts(self, maps: Iterable[MapEntry]) -> Mapping[ArtifactId, frozenset[str]]:
        kinds = {artifact.id: str(artifact.kind) for artifact in self.trace.artifacts}
        found: dict[ArtifactId, set[str]] = {}
        for entry in maps:
            found.setdefault(entry.end, set()).add(kinds.get(entry.start, ""))
        return {end: frozenset(starts) for end, starts in found.items()}
