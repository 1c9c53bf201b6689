"""What of a trace somebody asks for: units, stages, a line. What is not there is told with what is."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from chipward.cli.choose import no_such
from chipward.errors import Misuse
from chipward.model.artifact import Artifact, UnitId
from chipward.model.trace import NotSeen, Trace, Unit
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.naming import artifact_title
from chipward.site.traces.order import in_order

_LINE = re.compile(r"(?P<name>.+):(?P<number>[0-9]{1,12})", re.DOTALL)
_SEPARATOR = re.compile(r"[/\\]")


@dataclass(frozen=True)
class Picked:
    """The part of a trace that is shown."""

    trace: Trace
    units: tuple[Unit, ...]
    stage: str | None  # the id of a stage, or of a kind where the documents name no stage

    def artifacts(self, unit: Unit) -> tuple[Artifact, ...]:
        """The artifacts of a unit that are asked for."""
        return tuple(one for one in self._of_unit.get(unit.id, ()) if self.stage in {None, one.stage, one.kind})

    @cached_property
    def _of_unit(self) -> dict[UnitId, list[Artifact]]:
        found: dict[UnitId, list[Artifact]] = {}
        for artifact in in_order(self.trace):
            found.setdefault(artifact.unit, []).append(artifact)
        return found

    @property
    def missing(self) -> tuple[NotSeen, ...]:
        """What was not seen, of the units and stages that are asked for."""
        units = {unit.id for unit in self.units}
        return tuple(
            one
            for one in self.trace.missing
            if (one.unit is None or one.unit in units) and (self.stage is None or one.stage == self.stage)
        )


def pick(trace: Trace, unit: str | None, stage: str | None) -> Picked:
    """Find the units and the stage that are named; all of them where none is."""
    units = _below(trace, _named(trace, unit)) if unit is not None else trace.units
    picked = Picked(trace, tuple(units), stage)
    if stage is None:
        return picked
    there = _stages(picked)
    if stage not in there:
        what = f"stage in unit {unit!r} named" if unit is not None else "stage"
        raise no_such(what=what, given=stage, things=there, shown=there)
    return picked


def pick_line(exhibit: Exhibit, wanted: str) -> tuple[Artifact, int]:
    """Find a line: ``mlp.py:9`` of a source, ``graph-0-0/post-grad:4`` of any text."""
    found = _LINE.fullmatch(wanted)
    texts = {artifact.id: artifact for artifact in exhibit.trace.artifacts if artifact.lines is not None}
    if found is None:
        message = f"{wanted!r} names no line; write a file and a number, like {_example(exhibit, texts.values())}:1"
        raise Misuse(message)
    artifact = _text(exhibit, found["name"], texts.values())
    number = int(found["number"])
    if not 1 <= number <= (artifact.lines or 0):
        message = f"{found['name']} has no line {number}; its lines are 1 to {artifact.lines}"
        raise Misuse(message)
    return artifact, number


def _named(trace: Trace, name: str) -> Sequence[UnitId]:
    found = [unit.id for unit in trace.units if name in {unit.id, unit.name}]
    if not found:
        raise no_such(what="unit", given=name, things=[unit.id for unit in trace.units])
    return found


def _below(trace: Trace, tops: Sequence[UnitId]) -> tuple[Unit, ...]:
    """The units and all that is nested in them."""
    inside = set(tops)
    left = list(tops)
    children: dict[UnitId, list[UnitId]] = {}
    for unit in trace.units:
        if unit.parent is not None:
            children.setdefault(unit.parent, []).append(unit.id)
    while left:
        for child in children.get(left.pop(), []):
            if child not in inside:
                inside.add(child)
                left.append(child)
    return tuple(unit for unit in trace.units if unit.id in inside)


def _stages(picked: Picked) -> list[str]:
    everything = Picked(picked.trace, picked.units, None)
    names = [str(one.stage or one.kind) for unit in everything.units for one in everything.artifacts(unit)]
    kinds = [str(one.kind) for unit in everything.units for one in everything.artifacts(unit)]
    return list(dict.fromkeys([*names, *kinds, *(str(one.stage) for one in everything.missing if one.stage)]))


def _text(exhibit: Exhibit, name: str, texts: Iterable[Artifact]) -> Artifact:
    listed = list(texts)
    by_name = [one for one in listed if name in {one.id, one.title} or artifact_title(exhibit, one) == name] or [
        one for one in listed if _same_file(one.title, name)
    ]
    files = exhibit.trace.program.files
    sources = [one for one in by_name if one.id in {file.artifact for file in files}]
    if len(found := sources or by_name) == 1:
        return found[0]
    if found:
        titles = {artifact_title(exhibit, one) for one in found} - {name}
        those = sorted(titles) if len(titles) == len(found) else [one.id for one in found]
        message = f"{name} may be any of {', '.join(those)}; name one of these"
        raise Misuse(message)
    program = {file.artifact: artifact_title(exhibit, exhibit.artifact[file.artifact]) for file in files}
    ids = [one.id for one in listed if one.id not in program]
    raise no_such(what="text", given=name, things=[*program.values(), *ids], shown=list(program.values()))


def _same_file(path: str, given: str) -> bool:
    """Whether a path may mean a file, as it is written from another folder: one ends like the other."""
    ways = [_SEPARATOR.split(way) for way in (path, given)]
    short, long = sorted([[part for part in way if part not in {"", ".", ".."}] for way in ways], key=len)
    return bool(short) and long[-len(short) :] == short


def _example(exhibit: Exhibit, texts: Iterable[Artifact]) -> str:
    return next((artifact_title(exhibit, one) for one in texts), "train.py")
