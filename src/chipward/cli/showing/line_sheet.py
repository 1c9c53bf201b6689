"""What became of a line, and where it came from: for people who ask how each of that is known."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from chipward.artifacts.describe import Piece, describe
from chipward.artifacts.kinds import kind_of
from chipward.artifacts.kinds.kind import Kind
from chipward.artifacts.line_graph import Relation
from chipward.cli.say import plain
from chipward.cli.showing.layout import heading
from chipward.cli.showing.line_brief import brief_texts
from chipward.cli.showing.line_whole import whole_texts
from chipward.cli.showing.notes import Notes
from chipward.cli.showing.where_it_ends import where_it_ends
from chipward.model.artifact import Artifact, ArtifactId, KindId
from chipward.model.ids import StageId
from chipward.model.layer import Layer
from chipward.model.unit import CANDIDATE
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.naming import target_of
from chipward.site.traces.origins import WORDS
from chipward.site.traces.places import short_name
from chipward.site.traces.rail import Course
from chipward.site.words import number


def line_sheet(
    exhibit: Exhibit, artifact: Artifact, line: int, courses: Sequence[Course], *, verbose: bool
) -> Iterator[RenderableType]:
    """A line or two for each text; or, at length, the lines of all texts and each hop on the way there."""
    here = exhibit.lines(artifact)[line - 1]
    yield Text.assemble((f"{short_name(exhibit, artifact)}:{line}", "bold"), "  ", plain(here.strip()))
    family = exhibit.graph.family(artifact.id, line)
    pieces = describe(exhibit.trace, exhibit.graph, artifact.id, line, exhibit.bundle.text)
    notes = Notes()
    yield from _counts(exhibit, pieces)
    for relation in (Relation.CAME_FROM, Relation.BECAME):
        told = {piece.artifact: piece for piece in pieces if piece.relation is relation}
        for words, some in _path_by_path(exhibit, told):
            yield from heading(words) if words else ()
            reached = family.reached(relation)
            if verbose:
                yield from whole_texts(exhibit, some, reached, notes)
            else:
                yield from brief_texts(exhibit, some, reached, notes, shortly=bool(words))
    if not pieces:
        yield Text("No map of this trace says what this line became or where it came from.")
        if exhibit.path.is_dir():  # no bundle yet
            yield Text("The run is not over, or its recording was not finished: `chipward finish` adds further maps.")
    yield from where_it_ends(exhibit, artifact, line, family.reached(Relation.BECAME), _kernels(courses))
    yield from notes.told(covered=not verbose)
    if pieces and not verbose:
        yield Text()
        yield Text("-v shows the lines of all texts, and each hop on the way there.", "dim")


def _counts(exhibit: Exhibit, pieces: Sequence[Piece]) -> Iterator[Text]:
    """How much machine code the line became on each path, first of all, where there are several."""
    became = {piece.artifact: piece for piece in pieces if piece.relation is Relation.BECAME}
    paths = tuple(_path_by_path(exhibit, became))
    if len(paths) < 2:  # noqa: PLR2004 -- one path needs no summary
        return
    for words, some in paths:
        codes = [one for one in some.values() if _is_code(kind_of(exhibit.artifact[one.artifact].kind))]
        deepest = {exhibit.artifact[one.artifact].unit: one for one in codes}
        firsts: dict[object, Piece] = {}
        for name, one in deepest.items():  # of several candidates for a kernel the first
            unit = exhibit.unit[name]
            firsts.setdefault(unit.parent if unit.kind == CANDIDATE else name, one)
        counts = Counter[KindId]()
        for one in firsts.values():
            counts[exhibit.artifact[one.artifact].kind] += one.count
        told = ", ".join(f"{count:,} {kind_of(kind).noun[count != 1]}" for kind, count in counts.items())
        kernels = f"{told} in {number(len(firsts), 'kernel')}" if firsts else "no machine code"
        yield Text.assemble("  ", (words or exhibit.trace.selections[0].target, "bold"), f": {kernels}")


def _is_code(kind: Kind) -> bool:
    return kind.layer is Layer.MACHINE_CODE and kind.turn == 0  # what reports on code is not counted in its place


def _path_by_path(exhibit: Exhibit, told: Mapping[ArtifactId, Piece]) -> Iterator[tuple[str, dict[ArtifactId, Piece]]]:
    """The texts on the path of the program itself, then those for each target, under words that name it."""
    found: dict[str, dict[ArtifactId, Piece]] = {"": {}}
    for name, _ in exhibit.in_order(told):
        artifact = exhibit.artifact[name]
        target = target_of(exhibit, exhibit.unit.get(artifact.unit))
        words = f"{plain(target)}, {WORDS[artifact.origin].label}" if target else ""
        found.setdefault(words, {})[name] = told[name]
    return ((words, some) for words, some in found.items() if some)


def _kernels(courses: Sequence[Course]) -> set[tuple[int, StageId]]:
    """The stages of kernels, each with its path."""
    return {(course.place, stage.id) for course in courses for stage in course.stages if stage.layer is Layer.KERNELS}
