"""What a page tells once, though the trace holds it many times: for several units, or for several targets."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from chipward.model.artifact import UnitId
from chipward.model.finding import FIDELITY
from chipward.model.unit import CANDIDATE
from chipward.site.traces.on_path import PROGRAM
from chipward.site.traces.view import ArtifactView, FindingView, MissingView, TraceView, UnitView


@dataclass(frozen=True)
class UnitRow:
    """A unit of the list; a kernel with the candidates for it, which are folded below it."""

    unit: UnitView
    candidates: tuple[UnitView, ...]


@dataclass(frozen=True)
class Group:
    """What lies on one path. The program's own files stand with the first."""

    label: str
    standing: str | None
    units: tuple[UnitRow, ...]  # those that are shown, as a tree
    count: int  # of units, candidates included
    artifacts: tuple[ArtifactView, ...]


@dataclass(frozen=True)
class ToldFinding:
    """A finding, and everything that it is about."""

    finding: FindingView  # the first of those that say the same
    about: tuple[str, ...]  # names of units, where more than one finding says so: MLP.forward, for cuda:h100


@dataclass(frozen=True)
class ToldMissing:
    """What was not seen, and on which paths."""

    missing: MissingView  # the first of those that say the same
    on: tuple[str, ...]  # the paths, where the trace has several: torch.compile · NVIDIA GPU, cuda:h100


def groups(view: TraceView) -> tuple[Group, ...]:
    """Units and artifacts, path by path."""
    rail_of = {unit.id: unit.rail for unit in view.units}
    shown = {place: _shown(view, place) for place in {*rail_of.values(), 0}}
    places = sorted({rail_of.get(artifact.unit, 0) for artifact in view.artifacts} | set(rail_of.values()))
    return tuple(
        Group(
            label=view.rails[place].label if place < len(view.rails) else "No path",
            standing=view.rails[place].standing if place < len(view.rails) else None,
            units=tuple(_rows(shown[place])),
            count=len(shown[place]),
            artifacts=tuple(one for one in view.artifacts if rail_of.get(one.unit, 0) == place),
        )
        for place in places
    )


def _shown(view: TraceView, place: int) -> tuple[UnitView, ...]:
    return tuple(unit for unit in view.units if unit.rail == place and unit.folded_into is None)


def _rows(units: Sequence[UnitView]) -> Iterator[UnitRow]:
    listed = {unit.id for unit in units}
    candidates: dict[UnitId, list[UnitView]] = {}
    for unit in units:
        if unit.kind == CANDIDATE and unit.parent in listed:
            candidates.setdefault(unit.parent, []).append(unit)
    for unit in units:
        if unit.kind != CANDIDATE or unit.parent not in listed:
            yield UnitRow(unit, tuple(candidates.get(unit.id, ())))


def told_findings(view: TraceView) -> tuple[ToldFinding, ...]:
    """Every finding once, with all that it is about. What says how far the trace can be trusted comes last."""
    same: dict[Hashable, list[FindingView]] = {}
    for one in view.findings:
        same.setdefault(one.says, []).append(one)
    told = [ToldFinding(several[0], tuple(_names(view, several))) for several in same.values()]
    return tuple(sorted(told, key=lambda one: one.finding.kind == FIDELITY))


def told_missing(view: TraceView) -> tuple[ToldMissing, ...]:
    """Everything that was not seen once, with the paths on which it was not."""
    same: dict[tuple[str, str], list[int]] = {}
    first: dict[tuple[str, str], MissingView] = {}
    for one in view.missing:
        first.setdefault((one.what, one.why), one)
        same.setdefault((one.what, one.why), []).append(one.rail)
    return tuple(ToldMissing(first[words], tuple(_paths(view, rails))) for words, rails in same.items())


def own_caveats(view: TraceView) -> Mapping[UnitId, tuple[str, ...]]:
    """How far units can be trusted, in the words of the findings about each."""
    told: dict[UnitId, list[str]] = {}
    for one in view.findings:
        if one.kind == FIDELITY and one.unit is not None:
            told.setdefault(one.unit, []).append(" ".join(filter(None, (one.text, one.advice))))
    return {unit: tuple(sentences) for unit, sentences in told.items()}


def caveats(view: TraceView) -> Mapping[UnitId, tuple[str, ...]]:
    """What is said of each unit so, and then what is said of those around it on its path."""
    own = own_caveats(view)
    units = {unit.id: unit for unit in view.units}
    found: dict[UnitId, tuple[str, ...]] = {}
    for unit in view.units:  # a parent comes before its children
        parent = units.get(unit.parent) if unit.parent else None
        above = found.get(parent.id, ()) if parent and parent.rail == unit.rail else ()
        if told := tuple(dict.fromkeys([*own.get(unit.id, ()), *above])):
            found[unit.id] = told
    return found


def targets_of(view: TraceView) -> Mapping[UnitId, str]:
    """What the code of each unit is for. The program's own files are for all."""
    return {
        unit.id: view.rails[unit.rail].target
        for unit in view.units
        if unit.id != PROGRAM and unit.rail < len(view.rails)
    }


def _names(view: TraceView, several: Iterable[FindingView]) -> Iterator[str]:
    units = {unit.id: unit for unit in view.units}
    named = list(dict.fromkeys(one.unit for one in several if one.unit in units))
    if len(named) > 1:
        for name in named:
            unit = units[name]
            yield f"{unit.name}, {view.rails[unit.rail].target}" if len(view.rails) > 1 else unit.name


def _paths(view: TraceView, rails: Iterable[int]) -> Iterator[str]:
    if len(view.rails) > 1:
        yield from dict.fromkeys(view.rails[place].label for place in rails if place < len(view.rails))
