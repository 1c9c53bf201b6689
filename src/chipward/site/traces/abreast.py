"""One line of the program, and the machine code that each path made of it: what can be read side by side."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import combinations

from chipward.artifacts.kinds import kind_of
from chipward.model.artifact import Artifact, ArtifactId, Place, UnitId
from chipward.model.layer import Layer
from chipward.model.lines import Edge, EdgeKind, LineMap
from chipward.model.trace import MapEntry, Trace
from chipward.model.unit import CANDIDATE
from chipward.site.traces.entry import entry_file
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.homes import MOST_EDGES
from chipward.site.traces.kernels import KERNEL
from chipward.site.traces.one_by_one import called_one_by_one
from chipward.site.traces.start import MOST, descent_to

_PAIR = 2  # makes a comparison
_BACKWARD = "backward"  # in the name of a text: what ran to find gradients


@dataclass(frozen=True)
class Abreast:
    """A line of the file that was run, with the machine code of every path that it led to."""

    source: Place
    sides: tuple[ArtifactId, ...]  # two at least
    between: tuple[ArtifactId, ...]  # texts on the way to the first side, from the program down

    @property
    def choices(self) -> tuple[tuple[ArtifactId, ...], ...]:
        """What can stand beside the line: the code of all paths, that and the texts between, the code of any two."""
        down = [(*self.between, *self.sides)] if self.between else []
        pairs = [] if len(self.sides) == _PAIR else combinations(self.sides, _PAIR)
        return (self.sides, *down, *pairs)


def beside_name(exhibit: Exhibit, artifact: ArtifactId) -> str:
    """What a text is, and of machine code what for: jaxpr, SASS for cuda:h100."""
    title = kind_of(exhibit.artifact[artifact].kind).title
    if not _is_machine_code(exhibit, artifact):
        return title
    return f"{title} for {exhibit.trace.selections[exhibit.unit[exhibit.artifact[artifact].unit].selection].target}"


def abreast(exhibit: Exhibit) -> Abreast | None:
    """The line that most paths made machine code of; None where no line has that of two.

    What was compiled as a whole comes before what was called one by one, and a line that says something itself before
    one that calls a function of the program.
    """
    source = entry_file(exhibit.trace.program)
    told = {line: _first_of_each_target(exhibit, paths) for line, paths in code_by_line(exhibit).items()}
    if source is None or not told:
        return None
    alone, calling = called_one_by_one(exhibit.trace), _calling(exhibit, source)
    line = min(
        told,
        key=lambda one: (
            -len(told[one]),
            _is_any_of(told[one], exhibit, alone),
            one in calling,
            _wholes(told[one]),
            _is_mixed(told[one]),
            -_least(told[one]),
            one,
        ),
    )
    if len(told[line]) < _PAIR:
        return None
    sides = tuple(pieces[0].artifact for pieces in told[line].values())
    way = descent_to(sides[0], source, exhibit.trace)
    return Abreast(Place(artifact=source, line=line), sides, way[1:-1])


def fitting(sides: Sequence[ArtifactId]) -> Sequence[ArtifactId]:
    """The machine codes for which there is room beside the program: all of them, or else the first two."""
    return sides if len(sides) < MOST else sides[:_PAIR]


def has_targets(trace: Trace) -> bool:
    """Whether the trace has code for more than one target."""
    return len({selection.target for selection in trace.selections}) > 1


@dataclass(frozen=True)
class CodePiece:
    """The lines of one text of machine code that a line became."""

    artifact: ArtifactId
    lines: tuple[int, ...]
    whole: bool  # only this is known: the line called the kernel of which these are all
    calls: bool = False  # it is of a kernel that runs others, which say more

    @property
    def is_backward(self) -> bool:
        """Whether it runs to find gradients."""
        return _BACKWARD in self.artifact


CodeByLine = Mapping[int, Mapping[int, Sequence[CodePiece]]]
"""By line of the file that was run, by path: the texts of machine code, what runs forward first, then the fullest."""


def code_by_line(exhibit: Exhibit) -> CodeByLine:
    """The machine code of every line, where the trace goes along several paths. It is worked out once."""
    return exhibit.once(_code_by_line)


def _code_by_line(exhibit: Exhibit) -> CodeByLine:
    source = entry_file(exhibit.trace.program)
    if source is None or not has_targets(exhibit.trace):
        return {}
    found: dict[int, dict[int, list[CodePiece]]] = defaultdict(lambda: defaultdict(list))
    callers = _callers(exhibit)
    for artifact, way in _ways(exhibit, source):
        ends: dict[int, list[Edge]] = defaultdict(list)
        for edge in way:
            ends[edge.start].append(edge)
        for line, edges in ends.items():
            whole = all(edge.kind is EdgeKind.UNIT for edge in edges)
            piece = CodePiece(artifact.id, tuple(sorted(edge.end for edge in edges)), whole, artifact.unit in callers)
            found[line][exhibit.unit[artifact.unit].selection].append(piece)
    return {
        line: {place: sorted(found[line][place], key=_order) for place in sorted(found[line])} for line in sorted(found)
    }


def _first_of_each_target(
    exhibit: Exhibit, told: Mapping[int, Sequence[CodePiece]]
) -> Mapping[int, Sequence[CodePiece]]:
    """A line may have been both compiled and run operator by operator: the path that comes first stands for both."""
    first: dict[str, int] = {}
    for place in told:
        first.setdefault(exhibit.trace.selections[place].target, place)
    return {place: told[place] for place in first.values()}


def _callers(exhibit: Exhibit) -> AbstractSet[UnitId]:
    """Kernels of which a text leads to the same sort of text of another: the top-level program of a TPU."""
    ends = ((exhibit.artifact[one.start], exhibit.artifact[one.end]) for one in exhibit.trace.maps)
    return {
        start.unit
        for start, end in ends
        if start.kind == end.kind and start.unit != end.unit and exhibit.unit[start.unit].kind == KERNEL
    }


def _order(piece: CodePiece) -> tuple[bool, bool, bool, int, ArtifactId]:
    return piece.calls, piece.whole, piece.is_backward, -len(piece.lines), piece.artifact


def _is_any_of(told: Mapping[int, Sequence[CodePiece]], exhibit: Exhibit, units: AbstractSet[UnitId]) -> bool:
    return any(exhibit.artifact[pieces[0].artifact].unit in units for pieces in told.values())


def _calling(exhibit: Exhibit, source: ArtifactId) -> AbstractSet[int]:
    """Lines of which the framework traced nothing but calls: what these call stands elsewhere in the program."""
    kinds: dict[int, set[EdgeKind]] = defaultdict(set)
    for entry in exhibit.trace.maps:
        if entry.start == source and EdgeKind.INLINED in entry.kinds and sum(entry.kinds.values()) <= MOST_EDGES:
            for edge in exhibit.line_map(entry.id):
                kinds[edge.start].add(edge.kind)
    return {line for line, found in kinds.items() if found == {EdgeKind.INLINED}}


def _wholes(told: Mapping[int, Sequence[CodePiece]]) -> int:
    return sum(pieces[0].whole for pieces in told.values())


def _is_mixed(told: Mapping[int, Sequence[CodePiece]]) -> bool:
    """Whether what runs forward on one path would stand beside what runs backward on another."""
    return len({pieces[0].is_backward for pieces in told.values()}) > 1


def _least(told: Mapping[int, Sequence[CodePiece]]) -> int:
    """How many lines the path with the fewest made."""
    return min(len(pieces[0].lines) for pieces in told.values())


def _ways(exhibit: Exhibit, source: ArtifactId) -> Iterator[tuple[Artifact, LineMap]]:
    """All ways from the source to each text of machine code from which none leads on, and to whole kernels."""
    maps = tuple(_followed(exhibit))
    onwards = {entry.start for entry in maps if _is_machine_code(exhibit, entry.end)}
    before: dict[ArtifactId, list[MapEntry]] = defaultdict(list)
    for entry in maps:
        before[entry.end].append(entry)
    ways: dict[ArtifactId, LineMap | None] = {source: None}
    for here in _in_order(before):
        known = [(entry, ways[entry.start]) for entry in before[here] if entry.start in ways]
        fine = LineMap.of(edge for entry, way in known for edge in _longer(exhibit, entry, way))
        if fine:
            ways[here] = fine
        if here in onwards or not _is_machine_code(exhibit, here):
            continue
        # As a whole: such an edge ends a way, and never continues it.
        whole = LineMap.of(edge for entry, way in known if way for edge in way.then(exhibit.line_map(entry.id)))
        if last := fine or whole:
            yield exhibit.artifact[here], last


def _followed(exhibit: Exhibit) -> Iterator[MapEntry]:
    first = _first_candidates(exhibit)
    for entry in exhibit.trace.maps:
        end = exhibit.artifact.get(entry.end)
        if end is not None and end.unit in first and sum(entry.kinds.values()) <= MOST_EDGES:
            yield entry


def _in_order(before: Mapping[ArtifactId, Sequence[MapEntry]]) -> Sequence[ArtifactId]:
    """The ends of maps, each after all that lead to it. Only a bundle that lies has maps in a ring: it gets none."""
    starts = {end: [entry.start for entry in entries] for end, entries in before.items()}
    try:
        return [one for one in TopologicalSorter(starts).static_order() if one in before]
    except CycleError:
        return ()


def _first_candidates(exhibit: Exhibit) -> frozenset[UnitId]:
    """All units, but of the candidates for a kernel only the first: nobody timed them, and one is enough to look at."""
    first: dict[UnitId | None, UnitId] = {}
    for unit in exhibit.trace.units:
        if unit.kind == CANDIDATE:
            first.setdefault(unit.parent, unit.id)
    return frozenset(unit.id for unit in exhibit.trace.units if unit.kind != CANDIDATE or first[unit.parent] == unit.id)


def _is_machine_code(exhibit: Exhibit, identity: ArtifactId) -> bool:
    """Whether a text is machine code, and no view of such a text: figures about it are to be read beside it."""
    artifact = exhibit.artifact[identity]
    seen_in = exhibit.artifact.get(artifact.made_from) if artifact.made_from else None
    is_view = seen_in is not None and seen_in.lines is not None
    return bool(artifact.lines) and not is_view and kind_of(artifact.kind).layer is Layer.MACHINE_CODE


def _longer(exhibit: Exhibit, entry: MapEntry, way: LineMap | None) -> LineMap:
    fine = LineMap(tuple(edge for edge in exhibit.line_map(entry.id) if edge.kind is not EdgeKind.UNIT))
    return fine if way is None else way.then(fine)
