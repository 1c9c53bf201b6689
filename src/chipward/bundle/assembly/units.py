"""Units of all processes, with how often each was seen."""

from collections import Counter
from collections.abc import Iterable

from chipward.bundle.assembly.ids import Ids
from chipward.bundle.assembly.lost import Lost
from chipward.bundle.assembly.selections import Selections
from chipward.bundle.journal import PROGRAM
from chipward.bundle.spool import Record, Written
from chipward.model.trace import Unit


def units_of(journals: Iterable[Written], ids: Ids, selections: Selections, lost: Lost) -> dict[str, Unit]:
    """Make the units, without their places. Only a parent declared before its child counts: no circle can close."""
    units: dict[str, Unit] = {}
    paths: dict[str, int] = {}  # of those that name one
    counts: Counter[str] = Counter()
    seconds: dict[str, float] = {}
    for written in journals:
        for record in written.of("unit"):
            with lost.attempt():
                name = _add(units, written, record, ids)
                if (path := selections.number(record.get("selection"))) is not None:
                    paths.setdefault(name, path)
        for record in written.of("along"):
            with lost.attempt():
                unit = units[str(ids.meaning(written.process, record.get("unit")))]
                if (path := selections.number(record.get("selection"))) is not None:
                    paths[unit.id] = path
        for record in written.of("seen"):
            with lost.attempt():
                _count(counts, seconds, units[str(ids.meaning(written.process, record.get("unit")))], record)
    made: dict[str, Unit] = {}
    for name, unit in units.items():  # each after its parent
        along = paths.get(name, made[unit.parent].selection if unit.parent else 0)
        update = {"count": counts[name] or 1, "seconds": seconds.get(name), "selection": along}
        made[name] = unit.model_copy(update=update)
    return made


def _add(units: dict[str, Unit], written: Written, record: Record, ids: Ids) -> str:
    parent = units.get(ids.meaning(written.process, record.get("parent")) or "")
    facts = {key: record.get(key) for key in ("name", "kind", "note")}
    facts |= {"parent": parent and parent.id, "process": written.process}
    local = str(record["id"])
    prefix = f"p{written.process}." if written.process and local != PROGRAM else ""
    Unit.model_validate({"id": prefix + local, **facts})  # a record that makes no unit takes no name either
    name, is_new = ids.declare(written, local, prefix + local, repr(sorted(record.items(), key=str)))
    if is_new:
        units[name] = Unit.model_validate({"id": name, **facts})
    return name


def _count(counts: Counter[str], seconds: dict[str, float], unit: Unit, record: Record) -> None:
    seen = Unit.model_validate(dict(unit) | {"count": record.get("times"), "seconds": record.get("seconds")})
    counts[unit.id] += seen.count
    if seen.seconds is not None:
        seconds[unit.id] = seconds.get(unit.id, 0) + seen.seconds
