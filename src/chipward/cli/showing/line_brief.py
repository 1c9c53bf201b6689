"""What a line became in a line or two for each text: its operators, its kernels, its instructions."""

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from chipward.artifacts.describe import Piece
from chipward.artifacts.kinds import kind_of, native_stack
from chipward.artifacts.line_graph import Reached, Relation
from chipward.artifacts.way_ends import is_deep, library_calls
from chipward.cli.say import plain
from chipward.cli.showing.blocks import blocks
from chipward.cli.showing.layout import STEP, numbered
from chipward.cli.showing.notes import Notes
from chipward.model.artifact import Artifact, ArtifactId, UnitId
from chipward.model.layer import Layer
from chipward.model.unit import CANDIDATE
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.kernels import KERNEL
from chipward.site.words import number

_LINES_TOLD = 3  # of a kernel, of its instructions
_RANGES_TOLD = 4
_KERNELS_TOLD = 4  # of one target, with their texts
_CALLS_TOLD = 6
_LONGEST_CALL = 80  # characters
_HEADINGS = {Relation.CAME_FROM: "came from", Relation.BECAME: "became"}
_LET_GO = re.compile(r";  .*$")  # behind what a node computes stands what is let go of: that may differ


@dataclass(frozen=True)
class _Told:
    """A text that the line became, or came from."""

    artifact: Artifact
    piece: Piece
    found: Reached
    lines: tuple[str, ...]  # those that were reached
    same: tuple[str, ...] = ()  # texts that say the same


def brief_texts(
    exhibit: Exhibit,
    told: Mapping[ArtifactId, Piece],
    reached: Mapping[ArtifactId, Reached],
    notes: Notes,
    *,
    shortly: bool,
) -> Iterator[RenderableType]:
    """Tell of all texts, unit by unit, from the user's code down; `shortly`, of kernels their machine code alone."""
    calls = {(call.artifact, call.line) for call in library_calls(exhibit.trace, reached, exhibit.bundle.text)}
    every = tuple(blocks(exhibit, told))
    rivals = _rivals(exhibit, [unit for unit, _ in every])
    kernels = 0
    for place, (unit, names) in enumerate(every):
        same = rivals.get(unit, (unit,))
        if same[0] != unit:
            continue
        yield Text()
        if place == 0:
            yield Text(_HEADINGS[told[names[0]].relation], "dim")
        yield Text.assemble(" " * STEP, *_heading(exhibit, unit))  # not wrapped: an id is there to be copied
        is_of_kernel = exhibit.unit[unit].kind in {KERNEL, CANDIDATE}
        texts = [
            _Told(exhibit.artifact[each], told[each], reached[each], _lines(exhibit, reached, each)) for each in names
        ]
        folded = _folded(texts)
        kernels += exhibit.unit[unit].kind == KERNEL
        is_short = shortly and is_of_kernel
        for text in folded[-1:] if is_short and kernels > _KERNELS_TOLD else folded:
            only_count = is_short and (text is not folded[-1] or kernels > _KERNELS_TOLD)
            yield from _text(text, notes, calls, only_count=only_count)
        if len(same) > 1:
            others = number(len(same) - 1, "more candidate")
            yield _set_in(1, Text(f"and {others}: nobody timed them, and -v shows all", "dim"))


def _rivals(exhibit: Exhibit, units: Sequence[UnitId]) -> Mapping[UnitId, Sequence[UnitId]]:
    """Of each candidate for a kernel, all that are told of, the first of them first."""
    of_kernel: dict[UnitId | None, list[UnitId]] = {}
    for unit in units:
        if exhibit.unit[unit].kind == CANDIDATE:
            of_kernel.setdefault(exhibit.unit[unit].parent, []).append(unit)
    return {unit: same for same in of_kernel.values() for unit in same}


def _heading(exhibit: Exhibit, unit: UnitId) -> Iterator[tuple[str, str]]:
    name = plain(exhibit.unit[unit].name)
    if unit.endswith(name):  # the id of a kernel ends with its name
        yield unit.removesuffix(name), "dim"
        yield name, "bold"
    else:
        yield name, "bold"
        yield f"  {unit}", "dim"


def _lines(exhibit: Exhibit, reached: Mapping[ArtifactId, Reached], name: ArtifactId) -> tuple[str, ...]:
    lines = exhibit.lines(exhibit.artifact[name])
    return tuple(lines[line - 1] for line in reached[name].lines)


def _folded(texts: Iterable[_Told]) -> Sequence[_Told]:
    """Fold a text into one before it that says the same on the lines that were reached, and is as well known."""
    found: dict[object, _Told] = {}
    for text in texts:
        says = tuple(_LET_GO.sub("", line).strip() for line in text.lines)
        key = (text.artifact.kind, says, tuple(text.piece.kinds))
        first = found.get(key)
        found[key] = replace(first, same=(*first.same, _name(text.artifact))) if first else text
    return tuple(found.values())


def _name(artifact: Artifact) -> str:
    return artifact.id.rpartition("/")[2]


def _text(
    text: _Told, notes: Notes, calls: set[tuple[ArtifactId, int]], *, only_count: bool
) -> Iterator[RenderableType]:
    piece, artifact = text.piece, text.artifact
    mark = notes.mark(piece.hops)
    yield _set_in(
        1,
        Text.assemble(
            (f"{piece.count:>4,} {piece.noun}", "bold"),
            f", {', '.join(piece.kinds)}  ",
            (f"{_name(artifact)}:{_ranges(text.found.lines)}  {mark}", "dim"),
        ),
    )
    if only_count:
        return
    kind = kind_of(artifact.kind)
    if kind.calls is not None:
        called = list(dict.fromkeys(_shortened(kind.calls(line)) for line in text.lines if kind.is_item(line)))
        rest = f" and {len(called) - _CALLS_TOLD} more" if len(called) > _CALLS_TOLD else ""
        yield _set_in(4, Text(plain(f"{', '.join(called[:_CALLS_TOLD])}{rest}")))
    if text.same:
        yield _set_in(4, Text(f"the same in {', '.join(text.same)}", "dim"))
    lines = list(zip(text.found.lines, text.lines, strict=True))
    if not is_deep(artifact) and kind.layer is not Layer.YOUR_CODE:
        lines = [one for one in lines if (artifact.id, one[0]) in calls]
    yield from _sample(lines, from_end=kind.id == native_stack.KIND.id)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_CALL else f"{text[: _LONGEST_CALL - 1]}…"


def _sample(lines: Sequence[tuple[int, str]], *, from_end: bool) -> Iterator[RenderableType]:
    """The first lines; of a stack the last ones, where the kernel stands."""
    shown = lines[-_LINES_TOLD:] if from_end else lines[:_LINES_TOLD]
    flat = textwrap.dedent("\n".join(line.expandtabs() for _, line in shown)).split("\n")
    last = max((line for line, _ in shown), default=0)
    for line in numbered(zip((line for line, _ in shown), flat, strict=False), last):
        yield _cut(3, line)
    if len(lines) > len(shown):
        yield _set_in(4, Text(f"and {len(lines) - len(shown)} more", "dim"))


def _ranges(lines: Sequence[int]) -> str:
    """Spell numbers of lines: ``19-21, 24``."""
    ranges: list[tuple[int, int]] = []
    for line in lines:
        if ranges and ranges[-1][1] == line - 1:
            ranges[-1] = ranges[-1][0], line
        else:
            ranges.append((line, line))
    told = [str(first) if first == last else f"{first}-{last}" for first, last in ranges[:_RANGES_TOLD]]
    return ", ".join([*told, "…"] if len(ranges) > _RANGES_TOLD else told)


def _set_in(depth: int, text: Text) -> RenderableType:
    return Padding(text, (0, 0, 0, depth * STEP), expand=False)


def _cut(depth: int, text: Text) -> RenderableType:
    """A line of a text that is cut where the window ends: `-v` has all of it."""
    text.no_wrap, text.overflow = True, "ellipsis"
    return Padding(text, (0, 0, 0, depth * STEP), expand=False)
