"""What is told about a run: findings, missing things, and the places that they and the units point to."""

from collections.abc import Iterable, Mapping

from chipward.bundle.assembly.ids import Ids
from chipward.bundle.assembly.lost import Lost
from chipward.bundle.assembly.selections import Selections
from chipward.bundle.spool import Written
from chipward.model.artifact import Artifact, Place
from chipward.model.trace import Finding, NotSeen, Unit

Places = Mapping[str, int]  # of units or artifacts in the trace


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
    journals: Iterable[Written],
    ids: Ids,
    units: Mapping[str, Unit],
    selections: Selections,
    gone: Iterable[NotSeen],
    lost: Lost,
) -> tuple[NotSeen, ...]:
    """Make the missing things; what several processes miss alike is told once."""
    found = dict.fromkeys(gone)
    for written in journals:
        for record in written.of("missing"):
            with lost.attempt():
                facts = {key: record.get(key) for key in ("what", "why", "stage")}
                unit = units.get(ids.meaning(written.process, record.get("unit")) or "")
                selection = selections.number(record.get("selection"))
                if selection is None:
                    selection = unit.selection if unit else 0
                found[NotSeen.model_validate(facts | {"unit": unit and unit.id, "selection": selection})] = None
    units_at = _places(units)
    return tuple(
        sorted(found, key=lambda each: (units_at.get(each.unit or "", -1), each.stage or "", each.what, each.why))
    )


def _place(raw: object, written: Written, ids: Ids, artifacts: Mapping[str, Artifact]) -> Place | None:
    if not isinstance(raw, list) or not 2 <= len(raw) <= 3:
        return None
    artifact = artifacts.get(ids.meaning(written.process, raw[0]) or "")
    if artifact is None or type(raw[1]) is not int or not 1 <= raw[1] <= (artifact.lines or 0):
        return None
    columns = raw[2] if len(raw) == 3 else None  # noqa: PLR2004 -- a place is two or three long
    if not (
        isinstance(columns, list) and len(columns) == 2 and all(type(each) is int and each >= 0 for each in columns)
    ):  # noqa: PLR2004 -- a pair
        columns = None
    return Place(artifact=artifact.id, line=raw[1], columns=columns and (columns[0], columns[1]))


def _places(things: Mapping[str, object]) -> dict[str, int]:
    return {name: place for place, name in enumerate(things)}
