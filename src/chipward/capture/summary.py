"""A trace in a few sentences, for the end of a run."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from chipward.capture.after_work import NOT_ASKED
from chipward.capture.output import PART
from chipward.capture.serving import WHOLE_PROGRAM
from chipward.model.artifact import Origin
from chipward.model.trace import NotSeen, Trace

MOST_REASONS = 3  # told in full; the bundle tells them all
_TOLD_AT_ONCE = {"asks-for-a-gpu"}  # kinds of findings that say why a program ended


def summary(trace: Trace, out: Path) -> Iterator[str]:
    """Say where the bundle is, what is in it, what this run did not give, and how to see it."""
    seen = (
        counted(len(trace.units), "unit"),
        counted(len(trace.artifacts), "artifact"),
        counted(len(trace.maps), "line map"),
        counted(len({one.says for one in trace.findings}), "finding"),
    )
    yield f"{out} holds {', '.join(seen[:-1])} and {seen[-1]}"
    yield from (" ".join(filter(None, (one.text, one.advice))) for one in trace.findings if one.kind in _TOLD_AT_ONCE)
    yield from _missing(trace)
    if trace.outcome.note:
        yield f"lost: {trace.outcome.note}"
    yield f"to see it: chipward open {out}"


def lacking_targets(trace: Trace) -> Iterator[str]:
    """Say of which targets there is nothing at all, and why, unless that is what was asked for."""
    gone = [one for one in _of_whole_targets(trace) if one.why != NOT_ASKED]
    yield from (_told(why, things) for why, things in _by_reason(gone).items())


def _missing(trace: Trace) -> Iterator[str]:
    first = _of_whole_targets(trace)
    rest = [one for one in trace.missing if one not in first and not one.always]
    reasons = tuple(_by_reason([*first, *rest]).items())
    yield from (_told(why, things) for why, things in reasons[:MOST_REASONS])
    untold = sum(len(things) for _, things in reasons[MOST_REASONS:])
    if untold:
        yield f"missing: {untold:,} more, each with its reason in the bundle"


def _of_whole_targets(trace: Trace) -> list[NotSeen]:
    """What is missing of targets that nothing was compiled for."""
    not_run = {artifact.unit for artifact in trace.artifacts if artifact.origin is not Origin.EXECUTED}
    on = {unit.selection for unit in trace.units if unit.id in not_run}
    served = {selection.target for number, selection in enumerate(trace.selections) if number in on}
    asked = {selection.target for selection in trace.selections} - served
    return [
        one
        for one in trace.missing
        if not one.always and (one.what.startswith(WHOLE_PROGRAM) or any(target in one.what for target in asked))
    ]


def _by_reason(missing: Iterable[NotSeen]) -> dict[str, list[str]]:
    reasons: dict[str, list[str]] = {}
    for gone in missing:
        reasons.setdefault(gone.why, []).append(gone.what)
    return reasons


def _told(why: str, things: Sequence[str]) -> str:
    others = f" and {len(things) - 1:,} more" if len(things) > 1 else ""
    return f"missing: {things[0]}{others}: {why}"


def kept(folder: Path, after: str = "") -> str:
    """Say what a recording is good for that could not be made a bundle, and where it is, unless ``after`` says that."""
    if f"kept in {folder}" in after:
        return "`chipward open` reads the recording, and `chipward finish` makes a bundle of it"
    return f"what was seen is kept in {folder}, which `chipward open` reads and `chipward finish` makes a bundle of"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def bundle_of(folder: Path) -> Path:
    """Name the bundle that a spool folder is to become."""
    return Path(str(folder).rstrip("/").removesuffix(PART))
