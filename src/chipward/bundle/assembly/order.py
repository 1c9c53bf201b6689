"""The order of things in a trace: told by their ids, so that no thread's timing shows."""

import re
from collections.abc import Iterable, Iterator, Mapping

from chipward.bundle.journal import PROGRAM
from chipward.model.trace import Unit

_DIGITS = re.compile(r"(\d+)")

Natural = tuple[tuple[int, int | str], ...]


def natural(name: str) -> Natural:
    """A key that puts ``frame-2`` before ``frame-10``."""
    parts = enumerate(_DIGITS.split(name))
    return tuple((1, int(part)) if place % 2 else (0, part) for place, part in parts if part)


def in_tree_order(units: Mapping[str, Unit]) -> Iterator[Unit]:
    """Walk the units, each after its parent: the program's own files first, then process by process."""
    children: dict[str | None, list[Unit]] = {}
    for unit in units.values():
        children.setdefault(unit.parent, []).append(unit)
    waiting = _last_first(children.get(None, ()))
    while waiting:
        unit = waiting.pop()
        yield unit
        waiting += _last_first(children.get(unit.id, ()))


def _last_first(units: Iterable[Unit]) -> list[Unit]:
    return sorted(units, key=lambda unit: (unit.id != PROGRAM, unit.process, natural(unit.id)), reverse=True)
