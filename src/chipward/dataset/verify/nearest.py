"""The most similar stretch of a text, for words that do not stand in it as quoted."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import accumulate

from rapidfuzz import fuzz

from chipward.dataset.verify.occurrence import Lines

ALIKE = 80.0  # of 100: below that it is chance, not an edit
HINT = 60.0  # of 100: from there on it is worth a closer look
SHOWN = 3  # differences told; a reader who needs more opens the source


@dataclass(frozen=True)
class Near:
    """Nearly the quoted words."""

    words: str
    lines: Lines
    differences: str  # “kernals” is “kernels” there


def nearest(quoted: str, text: str) -> Near | None:
    """Return the stretch that is most like the quote, or None if nothing is like it."""
    quote, there = quoted.split(), text.split()
    flat = " ".join(there)
    found = fuzz.partial_ratio_alignment(" ".join(quote), flat, score_cutoff=HINT) if flat else None
    if found is None:
        return None
    # The stretch found is as long as the quote; with some words more or fewer at an end it may fit better.
    start, end = flat.count(" ", 0, found.dest_start), flat.count(" ", 0, found.dest_end) + 1

    def likeness(first: int, last: int) -> float:
        return fuzz.ratio(" ".join(quote), " ".join(there[first:last]))

    give = max(2, len(quote) // 2)
    end = max(range(start + 1, min(len(there), end + give) + 1), key=lambda last: likeness(start, last))
    start = max(range(max(0, start - give), end), key=lambda first: likeness(first, end))
    if likeness(start, end) < ALIKE:
        return None
    return Near(" ".join(there[start:end]), _lines(text, start, end - 1), _differences(quote, there[start:end]))


def _lines(text: str, first_word: int, last_word: int) -> Lines:
    """Find the lines of two words, each known by its number from 0."""
    per_line = (len(line.split()) for line in text.split("\n"))
    first = last = 0
    for number, so_far in enumerate(accumulate(per_line), start=1):
        if not first and so_far > first_word:
            first = number
        if so_far > last_word:
            last = number
            break
    return first, last


def _differences(ours: Sequence[str], theirs: Sequence[str]) -> str:
    told = []
    for kind, a, b, c, d in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        mine, other = " ".join(ours[a:b]), " ".join(theirs[c:d])
        if kind == "replace":
            told.append(f"“{mine}” is “{other}” there")
        elif kind == "delete":
            told.append(f"“{mine}” is not there")
        elif kind == "insert":
            told.append(f"“{other}” is there besides")
    more = f"; and {len(told) - SHOWN} more" if len(told) > SHOWN else ""
    return "; ".join(told[:SHOWN]) + more
