"""A trace in a few sentences, for the end of a run."""

from collections.abc import Iterator
from pathlib import Path

from chipward.capture.output import PART
from chipward.model.trace import Trace

MOST_REASONS = 3  # told in full; the bundle tells them all


def summary(trace: Trace, out: Path) -> Iterator[str]:
    """Say where the bundle is, what is in it, what this run did not give, and how to see it."""
    seen = (
        counted(len(trace.units), "unit"),
        counted(len(trace.artifacts), "artifact"),
        counted(len(trace.maps), "line map"),
        counted(len(trace.findings), "finding"),
    )
    yield f"{out} holds {', '.join(seen[:-1])} and {seen[-1]}"
    yield from _missing(trace)
    if trace.outcome.note:
        yield f"lost: {trace.outcome.note}"
    yield f"to see it: chipward open {out}"


def _missing(trace: Trace) -> Iterator[str]:
    reasons: dict[str, list[str]] = {}
    for gone in (gone for gone in trace.missing if not gone.always):
        reasons.setdefault(gone.why, []).append(gone.what)
    for why, things in tuple(reasons.items())[:MOST_REASONS]:
        others = f" and {len(things) - 1:,} more" if len(things) > 1 else ""
        yield f"missing: {things[0]}{others}: {why}"
    rest = sum(map(len, tuple(reasons.values())[MOST_REASONS:]))
    if rest:
        yield f"missing: {rest:,} more, each with its reason in the bundle"


def kept(folder: Path) -> str:
    """Say what a recording is good for that could not be made a bundle."""
    return f"what was seen is kept in {folder}, which `chipward open` reads and `chipward finish` makes a bundle of"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def bundle_of(folder: Path) -> Path:
    """Name the bundle that a spool folder is to become."""
    return Path(str(folder).rstrip("/").removesuffix(PART))
