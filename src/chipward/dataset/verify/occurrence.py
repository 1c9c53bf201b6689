r"""Where words stand in a text. Runs of white space are equal to each other, and nothing else is.

White space is what Unicode calls so: spaces, tabs, line ends of every sort, the no-break space. A
zero-width space is not, and no letter equals another that only looks like it. Words are whole:
``kernel`` does not stand in ``kernels``, though ``kernels[0]`` may be cut out of ``kernels[0];``.
"""

import re
from dataclasses import dataclass

Lines = tuple[int, int]


@dataclass(frozen=True)
class Occurrence:
    """A stretch of a text, as offsets."""

    start: int
    end: int


def occurrences(words: str, text: str) -> tuple[Occurrence, ...]:
    """Return every place where the words stand, in the order of the text."""
    parts = words.split()
    if not parts:
        return ()
    before = r"(?<!\w)" if re.match(r"\w", parts[0]) else ""
    after = r"(?!\w)" if re.search(r"\w\Z", parts[-1]) else ""
    pattern = re.compile(before + r"\s+".join(map(re.escape, parts)) + after)
    found = []
    match = pattern.search(text)
    while match:
        found.append(Occurrence(*match.span()))
        match = pattern.search(text, match.start() + 1)  # places may overlap
    return tuple(found)


def lines_of(place: Occurrence, text: str) -> Lines:
    """Return the first and last line of a place, counted from 1 as GitHub counts them."""
    first = text.count("\n", 0, place.start) + 1
    return first, first + text.count("\n", place.start, place.end)


def stands_between(place: Occurrence, text: str, prefix: str, suffix: str) -> bool:
    """Whether the words around a place are these."""
    return _flat(text[: place.start], prefix, ending=True) and _flat(text[place.end :], suffix, ending=False)


def _flat(text: str, words: str, *, ending: bool) -> bool:
    parts = words.split()
    if not parts:
        return True
    pattern = r"\s+".join(map(re.escape, parts))
    reach = len(words) * 8 + 4096  # context is at hand; a long stretch of blank lines may lie between
    if ending:
        return re.search(pattern + r"\s*\Z", text[-reach:]) is not None
    return re.match(r"\s*" + pattern, text[:reach]) is not None
