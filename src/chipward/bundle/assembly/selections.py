"""The paths of explainers that a run went along: collected from all records, then numbered in a lasting order."""

import json
from collections.abc import Iterable

from pydantic import ValidationError

from chipward.bundle.spool import Written
from chipward.model.trace import Selection


class Selections:
    """Numbers the selections that units and missing things name. What a unit was taken for at first does not count."""

    def __init__(self, journals: Iterable[Written]) -> None:
        journals = tuple(journals)
        known_later = {
            (written.process, str(record.get("unit")))
            for written in journals
            for record in written.of("along")
            if _usable(record.get("selection")) is not None
        }
        named = [
            record.get("selection")
            for written in journals
            for record in written.of("unit", "along", "missing")
            if record["type"] != "unit" or (written.process, str(record.get("id"))) not in known_later
        ]
        usable = {_key(selection): selection for raw in named if (selection := _usable(raw)) is not None}
        self.all = tuple(usable[key] for key in sorted(usable))
        self._numbers = {key: number for number, key in enumerate(sorted(usable))}

    def number(self, raw: object) -> int | None:
        """Return the place of a selection in the trace, or None if the record names none that counts."""
        selection = _usable(raw)
        return None if selection is None else self._numbers.get(_key(selection))


def _usable(raw: object) -> Selection | None:
    if not isinstance(raw, dict):
        return None
    try:
        selection = Selection.model_validate(raw)
    except ValidationError:
        return None
    return selection.model_copy(update={"choices": dict(sorted(selection.choices.items()))})


def _key(selection: Selection) -> tuple[str, str, str]:
    return selection.explainer, json.dumps(dict(selection.choices), sort_keys=True), selection.target
