"""Untrusted text as a page shows it: what cannot be seen is spelled out, and no line is without end."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

WIDEST = 2_000  # characters of a line on a page; the raw bytes have them all

_PICTURES = {code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\t\n"} | {0x7F: "\u2421"}
_TURNS = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}  # controls, what turns the direction of writing, ends of lines


@dataclass(frozen=True)
class ShownLine:
    """A line of a text on a page."""

    number: int
    text: str
    left_out: int = 0  # characters that are not shown


def visible(text: str) -> str:
    """Spell what cannot be seen: an escape as its picture, what turns the direction of writing as its number."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in "\t\n" else _spelled(sign) for sign in text)


def _spelled(sign: str) -> str:
    if ord(sign) in _PICTURES:
        return _PICTURES[ord(sign)]
    return f"[U+{ord(sign):04X}]" if unicodedata.category(sign) in _TURNS else sign


def shown_lines(lines: Iterable[str], first: int = 1) -> Iterator[ShownLine]:
    """Make lines fit to be shown."""
    for number, line in enumerate(lines, start=first):
        yield ShownLine(number, visible(line[:WIDEST]), max(0, len(line) - WIDEST))
