"""The most similar stretch of a text, for words that do not stand in it as quoted."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import accumulate

from rapidfuzz import fuzz

from chipward.dataset.verify.occurrence import Lines

ALIKE = 80.0  # of 100: below that it is chance, not an edit
SHOWN = 3  # differences told; a reader who needs more opens the source


@dataclass(frozen=True)
class Near:
    """Nearly the quoted words."""

    words: str
    lines: Lines
    differences: str  # “kernals” is “kernels” there


def nearest(quoted: str, text: str) -> Near | None:
    """Return the stretch that is most like the quote, or None if nothing is like it."""
    quote = " ".join(quoted.split())
    flat = " ".join(text.split())
    if len(flat) < len(quote):
        span = (0, len(flat)) if fuzz.ratio(quote, flat) >= ALIKE else None
    else:
        found = fuzz.partial_ratio_alignment(quote, flat, score_cutoff=ALIKE)
        span = (found.dest_start, found.dest_end) if found else None
    if span is None:
        return None
    start, end = _whole_words(flat, *span)
    words = flat[start:end]
    first = flat.count(" ", 0, start)
    return Near(words, _lines(text, first, first + words.count(" ")), _differences(quote, words))


def _whole_words(flat: str, start: int, end: int) -> tuple[int, int]:
    start = flat.rfind(" ", 0, start + 1) + 1
    after = flat.find(" ", end - 1)
    return start, len(flat) if after < 0 else after if after >= end - 1 else end


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


def _differences(quote: str, there: str) -> str:
    ours, theirs = re.findall(r"\S+", quote), re.findall(r"\S+", there)
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
