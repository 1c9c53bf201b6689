"""A bundle that the site shows, under a name of its own."""

import re
import weakref
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TypeVar, cast

from chipward.artifacts.derive import complete
from chipward.artifacts.kinds import kind_of
from chipward.artifacts.line_graph import LineGraph
from chipward.bundle.map_file import spell_map
from chipward.bundle.read import Bundle, open_bundle
from chipward.model.artifact import Artifact, ArtifactId, KindId, UnitId
from chipward.model.lines import LineMap
from chipward.model.trace import MapEntry, MapId, Trace, Unit
from chipward.site.traces.address import stem
from chipward.site.traces.order import in_order

Told = TypeVar("Told")
DERIVED = 1 << 23  # bytes of all texts: where there are more, none is read only to look for maps that are not recorded
KEPT = 1 << 23  # bytes: a longer text is read anew for each of its pages
COUNTED = 1 << 18  # bytes: a longer text is not read only to say how many items it has


@dataclass(frozen=True)
class Exhibit:
    """One trace of the site. Unlike everything else that the site shows it is read when it is asked for."""

    slug: str
    path: Path
    bundle: Bundle
    yours: bool = False  # opened by whoever looks at the site, not brought along by chipward

    @property
    def trace(self) -> Trace:
        """What the bundle says of the run, with the line maps that only its texts tell of."""
        return self._whole[0]

    def line_map(self, identity: MapId) -> LineMap:
        """Read a line map."""
        return self._whole[1](identity)

    def map_bytes(self, identity: MapId) -> bytes:
        """Return the file of a line map, for a reader elsewhere."""
        if identity in self._recorded:
            return self.bundle.map_bytes(identity)
        return spell_map(self.line_map(identity))

    def once(self, work: "Callable[[Exhibit], Told]") -> Told:
        """Return what a function works out of this trace; it is worked out once and kept with the trace."""
        if work not in self._worked_out:
            self._worked_out[work] = work(self)
        return cast("Told", self._worked_out[work])

    @cached_property
    def _worked_out(self) -> "dict[Callable[[Exhibit], object], object]":
        return {}

    @cached_property
    def _recorded(self) -> frozenset[MapId]:
        return frozenset(entry.id for entry in self.bundle.trace.maps)

    @cached_property
    def _whole(self) -> tuple[Trace, Callable[[MapId], LineMap]]:
        trace = self.bundle.trace
        if sum(artifact.bytes for artifact in trace.artifacts if artifact.lines) > DERIVED:
            return trace, self.bundle.line_map
        return complete(trace, self.bundle.text, self.bundle.line_map)

    @cached_property
    def artifact(self) -> dict[ArtifactId, Artifact]:
        """Artifacts by id."""
        return {artifact.id: artifact for artifact in self.trace.artifacts}

    @cached_property
    def above(self) -> Mapping[ArtifactId, Sequence[MapEntry]]:
        """The maps that lead to each text."""
        found: dict[ArtifactId, list[MapEntry]] = defaultdict(list)
        for entry in self.trace.maps:
            found[entry.end].append(entry)
        return found

    def alone(self, artifact: Artifact) -> bool:
        """Whether its unit has no other artifact of its kind."""
        return self._kinds[artifact.unit, artifact.kind] == 1

    @cached_property
    def _kinds(self) -> Counter[tuple[UnitId, KindId]]:
        return Counter((artifact.unit, artifact.kind) for artifact in self.trace.artifacts)

    @cached_property
    def texts(self) -> tuple[Artifact, ...]:
        """The artifacts, from the user's code down."""
        return in_order(self.trace)

    def in_order(self, found: Mapping[ArtifactId, Told]) -> Iterator[tuple[ArtifactId, Told]]:
        """What was found of some artifacts, from the user's code down."""
        return ((one.id, found[one.id]) for one in self.texts if one.id in found)

    @cached_property
    def graph(self) -> LineGraph:
        """What each line became and where it came from."""
        return LineGraph(self.trace, self.line_map)

    @cached_property
    def unit(self) -> dict[UnitId, Unit]:
        """Units by id."""
        return {unit.id: unit for unit in self.trace.units}

    def lines(self, artifact: Artifact) -> list[str]:
        """The lines of a text."""
        return split_lines(self.bundle.text(artifact.id))

    def each_line(self, artifact: Artifact) -> Iterator[str]:
        """The lines of a text one after the other, without holding all of it."""
        return _stream_lines(self.bundle.stream(artifact.id))

    def some_lines(self, artifact: Artifact, first: int, most: int) -> list[str]:
        """A part of a text, however long it is: so many lines after the first so many."""
        if artifact.bytes <= COUNTED:
            return self.lines(artifact)[first : first + most]
        if artifact.bytes <= KEPT:
            if artifact.sha256 not in self._kept:
                self._kept.clear()
                self._kept[artifact.sha256] = self.lines(artifact)
            return self._kept[artifact.sha256][first : first + most]
        return list(islice(self.each_line(artifact), first, first + most))

    @cached_property
    def _kept(self) -> dict[str, list[str]]:
        """The text that was read last: its pages are often read one after the other."""
        return {}

    def items(self, artifact: Artifact) -> int | None:
        """How many ops, instructions or lines a text holds; None where it is long or no text."""
        if artifact.lines is None or artifact.bytes > COUNTED:
            return None
        return kind_of(artifact.kind).count(self.lines(artifact))


def _stream_lines(chunks: Iterator[bytes]) -> Iterator[str]:
    unfinished = bytearray()
    for chunk in chunks:
        *whole, rest = chunk.split(b"\n")
        for piece in whole:
            unfinished += piece
            yield unfinished.decode("utf-8", "replace")
            unfinished.clear()
        unfinished += rest
    if unfinished:
        yield unfinished.decode("utf-8", "replace")


def split_lines(text: str) -> list[str]:
    r"""Split where ``\n`` stands and nowhere else: maps count lines that way."""
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def exhibits(paths: Iterable[Path], *, yours: Collection[Path] = ()) -> tuple[Exhibit, ...]:
    """Open bundles, each under the name of its file; a namesake gets a number."""
    opened: dict[str, Exhibit] = {}
    for path in paths:
        slug = next(name for name in _names(path) if name not in opened)
        opened[slug] = exhibit = Exhibit(slug, path, open_bundle(path), yours=path in yours)
        weakref.finalize(exhibit, exhibit.bundle.close)  # a site is remade often, and nobody closes the old one
    return tuple(opened.values())


def _names(path: Path) -> Iterator[str]:
    name = re.sub(r"[^a-z0-9]+", "-", stem(path.name).lower()).strip("-") or "trace"
    yield name
    number = 2
    while True:
        yield f"{name}-{number}"
        number += 1


def find(every: Sequence[Exhibit], slug: str) -> Exhibit:
    """The exhibit of this name. LookupError if there is none."""
    for exhibit in every:
        if exhibit.slug == slug:
            return exhibit
    raise LookupError(slug)
