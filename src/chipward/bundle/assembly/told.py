"""What is told about a run: findings, missing things, and the places that they and the units point to."""

from collections.abc import Iterable, Iterator, Mapping

from chipward.bundle.assembly.ids import Ids
from chipward.bundle.assembly.lost import Lost
from chipward.bundle.assembly.selections import Selections
from chipward.bundle.spool import Written
from chipward.model.artifact import Artifact, Place
from chipward.model.trace import Finding, NotSeen, Unit


def placed(
    journals: Iterable[Written], ids: Ids, units: Mapping[str, Unit], artifacts: Mapping[str, Artifact]
) -> dict[str, Unit]:
    """Say of each unit where in the program it begins."""
    found = dict(units)
    for written in journals:
        for record in written.of("unit"):
            name = ids.meaning(written.process, record.get("id"))
            place = _place(record.get("place"), written, ids, artifacts)
            if name in found and place is not None and found[name].place is None:
                found[name] = found[name].model_copy(update={"place": place})
    return found


def findings_of(
    journals: Iterable[Written], ids: Ids, units: Mapping[str, Unit], artifacts: Mapping[str, Artifact], lost: Lost
) -> tuple[Finding, ...]:
    """Make the findings, in the order of the units and lines that they speak of."""
    found: dict[Finding, None] = {}
    for written in journals:
        for record in written.of("finding"):
            with lost.attempt():
                facts = {key: record.get(key) for key in ("kind", "text", "advice")}
                places = {key: _place(record.get(key), written, ids, artifacts) for key in ("place", "evidence")}
                unit = ids.meaning(written.process, record.get("unit"))
                found[Finding.model_validate(facts | places | {"unit": unit if unit in units else None})] = None
    units_at, artifacts_at = _places(units), _places(artifacts)

    def order(finding: Finding) -> tuple[int, int, int, str, str]:
        place = finding.place
        line = (artifacts_at[place.artifact], place.line) if place else (-1, -1)
        return units_at.get(finding.unit or "", -1), *line, finding.kind, finding.text

    return tuple(sorted(found, key=order))


def missing_of(
    journals: Iterable[Written], ids: Ids, units: Mapping[str, Unit], selections: Selections, lost: Lost
) -> Iterator[NotSeen]:
    """Make the missing things."""
    for written in journals:
        for record in written.of("missing"):
            with lost.attempt():
                facts = {key: record.get(key) for key in ("what", "why", "stage")}
                facts["always"] = record.get("always") is True
                unit = units.get(ids.meaning(written.process, record.get("unit")) or "")
                selection = selections.number(record.get("selection"))
                if selection is None:
                    selection = unit.selection if unit else 0
                yield NotSeen.model_validate(facts | {"unit": unit and unit.id, "selection": selection})


def told_once(missing: Iterable[NotSeen], units: Mapping[str, Unit]) -> tuple[NotSeen, ...]:
    """Put missing things in the order of their units; what several processes miss alike is told once."""
    units_at = _places(units)

    def order(each: NotSeen) -> tuple[int, str, str, str]:
        return units_at.get(each.unit or "", -1), each.stage or "", each.what, each.why

    return tuple(sorted(dict.fromkeys(missing), key=order))


def _place(raw: object, written: Written, ids: Ids, artifacts: Mapping[str, Artifact]) -> Place | None:
    match raw:
        case [str(name), int(line), *columns]:
            artifact = artifacts.get(ids.meaning(written.process, name) or "")
            if artifact is not None and 1 <= line <= (artifact.lines or 0):
                return Place(artifact=artifact.id, line=line, columns=_columns(columns))
    return None


def _columns(raw: list[object]) -> tuple[int, int] | None:
    match raw:
        case [[int(first), int(last)]] if 0 <= first <= last:
            return first, last
    return None


def _places(things: Mapping[str, object]) -> dict[str, int]:
    return {name: place for place, name in enumerate(things)}
