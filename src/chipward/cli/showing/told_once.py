"""What a trace has to say, each thing once: with the units that it is about, where it stands, and on which paths."""

import re
from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from chipward.cli.say import plain
from chipward.model.artifact import Place
from chipward.model.finding import FIDELITY
from chipward.model.trace import Finding, NotSeen
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.naming import heading_of, target_of, unit_name
from chipward.site.traces.places import short_name
from chipward.site.traces.rail import Course
from chipward.site.words import in_a_row, number

_TOLD = 4  # units and places of a finding; of more, how many


def findings_once(exhibit: Exhibit, findings: Iterable[Finding], *, with_places: bool = True) -> Iterator[Text]:
    """Tell each finding with all that it is about. How far the trace can be trusted comes last."""
    same: dict[tuple[str, str, str | None], list[Finding]] = {}
    for one in findings:
        same.setdefault((one.kind, one.text, one.advice), []).append(one)
    for kind, text, advice in sorted(same, key=lambda key: key[0] == FIDELITY):
        several = same[kind, text, advice]
        places = list(dict.fromkeys(place for one in several for place in _place(exhibit, one.place)))
        about = [_shortened(list(_units(exhibit, several)), "unit")]
        about += [_shortened(places, "place")] if with_places else []
        at = "; ".join(filter(None, about))
        told = " ".join(filter(None, (at and f"({at})", plain(advice or ""))))
        yield Text.assemble((f"{heading_of(kind)}: ", "bold"), plain(text), (told and f" {told}", "dim"))


def missing_once(missing: Iterable[NotSeen], courses: Sequence[Course]) -> Iterator[Text]:
    """Tell what was not seen; where the trace has several paths, with those that it was not seen on."""
    same: dict[tuple[str, str], set[int]] = {}
    for one in missing:
        same.setdefault((one.what, one.why), set()).add(one.selection)
    for (what, why), places in same.items():
        on = [course.label for course in courses if course.place in places and len(courses) > 1]
        where = f" ({plain('; '.join(on))})" if on else ""
        yield Text.assemble(f"{plain(what)}: ", (f"{plain(why)}{where}", "dim"))


def _units(exhibit: Exhibit, findings: Iterable[Finding]) -> Iterator[str]:
    """Name the units, but for those that a text names itself, and what their code is for."""
    targets: dict[str, dict[str, None]] = {}
    units = {exhibit.unit[one.unit].id: one.text for one in findings if one.unit in exhibit.unit}
    for unit in sorted((exhibit.unit[each] for each in units), key=lambda unit: unit.selection):
        name, target = unit_name(exhibit, unit), target_of(exhibit, unit)
        is_named = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", units[unit.id])
        targets.setdefault("" if is_named else name, {}).update({target: None} if target else {})
    for name, of in targets.items():
        words = (name, f"for {in_a_row(list(of))}" if of else "")
        if told := " ".join(filter(None, words)):
            yield plain(told)


def _place(exhibit: Exhibit, place: Place | None) -> Iterator[str]:
    if place is not None and place.artifact in exhibit.artifact:
        yield f"{short_name(exhibit, exhibit.artifact[place.artifact])}:{place.line}"


def _shortened(names: Sequence[str], noun: str) -> str:
    more = f" and {number(len(names) - _TOLD, f'more {noun}')}" if len(names) > _TOLD else ""
    return f"{', '.join(names[:_TOLD])}{more}"
