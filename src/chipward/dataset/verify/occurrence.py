"""Where words stand in a text. Runs of white space are equal to each other, and nothing else is.

White space is what Unicode calls so: spaces, tabs, line ends of every sort, the no-break space. A
zero-width space is not, and no letter equals another that only looks like it. Words are whole:
``kernel`` does not stand in ``kernels``, though ``kernels[0]`` may be cut out of ``kernels[0];``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

Lines = tuple[int, int]
_GAP = re.compile(r"\s*")


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
    # The longest word is the rarest: whoever starts from it compares least.
    rarest = max(range(len(parts)), key=lambda at: len(parts[at]))
    found = []
    at = text.find(parts[rarest])
    while at >= 0:
        start = _start_of(parts[:rarest], text, at, apart=True)
        end = _end_of(parts[rarest + 1 :], text, at + len(parts[rarest]), apart=True)
        if start is not None and end is not None and _is_whole(text, start, end):
            found.append(Occurrence(start, end))
        at = text.find(parts[rarest], at + 1)
    return tuple(found)


def lines_of(place: Occurrence, text: str) -> Lines:
    """Return the first and last line of a place, counted from 1 as GitHub counts them."""
    first = text.count("\n", 0, place.start) + 1
    return first, first + text.count("\n", place.start, place.end)


def stands_between(place: Occurrence, text: str, prefix: str, suffix: str) -> bool:
    """Whether the words around a place are these. White space may lie between, or not."""
    before = _start_of(prefix.split(), text, place.start, apart=False)
    after = _end_of(suffix.split(), text, place.end, apart=False)
    return before is not None and after is not None


def _end_of(words: Sequence[str], text: str, at: int, *, apart: bool) -> int | None:
    """Return where words end that follow an offset, or None if others follow."""
    for word in words:
        after = _GAP.match(text, at).end()  # type: ignore[union-attr] # it matches nothing at the least
        if (apart and after == at) or not text.startswith(word, after):
            return None
        at, apart = after + len(word), True
    return at


def _start_of(words: Sequence[str], text: str, at: int, *, apart: bool) -> int | None:
    """Return where words start that end before an offset, or None if others stand there."""
    for word in reversed(words):
        before = at
        while before and text[before - 1].isspace():
            before -= 1
        if (apart and before == at) or not text.endswith(word, 0, before):
            return None
        at, apart = before - len(word), True
    return at


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether no word was cut in two at either end."""
    return not (_is_inside(text, start) or _is_inside(text, end))


def _is_inside(text: str, at: int) -> bool:
    return 0 < at < len(text) and _in_word(text[at - 1]) and _in_word(text[at])


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"
