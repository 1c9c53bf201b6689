"""Picking one of a few names, however it is written."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from rapidfuzz import fuzz, process, utils

from chipward.errors import Misuse

Thing = TypeVar("Thing")
MOST = 10  # names told at once
ALIKE = 60.0  # of 100: below that the nearest name is no help


def choose(what: str, given: str, things: Mapping[str, Thing], shown: Sequence[str] = ()) -> Thing:
    """Return what a name stands for, or say which name is the nearest. ``shown`` are the names worth telling."""
    by_folded = {name.casefold(): thing for name, thing in things.items()}
    if given.casefold() in by_folded:
        return by_folded[given.casefold()]
    raise no_such(what, given, list(things), shown)


def no_such(what: str, given: str, things: Sequence[str], shown: Sequence[str] = ()) -> Misuse:
    """Say that there is no such name, which is the nearest, and which there are."""
    near = [
        name
        for name, *_ in process.extract(
            given, things, scorer=fuzz.WRatio, processor=utils.default_process, score_cutoff=ALIKE, limit=3
        )
    ]
    guess = f"; did you mean {near[0]}?" if near else "."
    names = list(shown or things)
    if not names:
        return Misuse(f"there is no {what} {given!r}, and none of another name")
    if near and len(names) > MOST:
        told = f"Near it: {', '.join(near)}"
    else:
        more = f", and {len(names) - MOST} more" if len(names) > MOST else ""
        told = f"Choose from: {', '.join(names[:MOST])}{more}"
    return Misuse(f"there is no {what} {given!r}{guess} {told}")
