"""What a page tells once, though the trace holds it many times: for several units, or for several targets."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from chipward.model.artifact import UnitId
from chipward.site.traces.rail import PROGRAM
from chipward.site.traces.view import FindingView, MissingView, RailView, TraceView, UnitView

FIDELITY = "fidelity"  # the kind of findings that say how far a trace can be trusted


@dataclass(frozen=True)
class UnitGroup:
    """The units of one path, as a tree."""

    rail: RailView | None  # None where the trace names no path
    units: tuple[UnitView, ...]


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


def unit_groups(view: TraceView) -> tuple[UnitGroup, ...]:
    """The units that are shown, path by path."""
    groups: dict[int, list[UnitView]] = {}
    for unit in view.units:
        if unit.folded_into is None:
            groups.setdefault(unit.rail, []).append(unit)
    return tuple(
        UnitGroup(view.rails[place] if place < len(view.rails) else None, tuple(units))
        for place, units in groups.items()
    )


def told_findings(view: TraceView) -> tuple[ToldFinding, ...]:
    """Every finding once, with all that it is about. What says how far the trace can be trusted comes last."""
    same: dict[object, list[FindingView]] = {}
    for one in view.findings:
        same.setdefault((one.kind, one.text, one.advice, one.place, one.evidence), []).append(one)
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
