"""How wide text is, before any browser sees it.

``advances.json`` holds the widths of letters in Inter, which the site ships, and in DejaVu Sans, the widest
of the fonts that browsers commonly fall back to. Text is laid out so that it looks right in the first and still
keeps to its place in the second.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_WIDEST = 1000  # thousandths of the size, for a letter that is not in the table


@dataclass(frozen=True, slots=True)
class Face:
    """A style of text: its size in user units and its two columns in the table."""

    size: float
    inter: str
    fallback: str
    spacing: float = 0  # between letters, as a share of the size


# The styles of text in a picture. The style sheet sets the same sizes.
NAME = Face(15, "inter-600", "dejavu-700")
CAPTION = KIND = Face(12.5, "inter-400", "dejavu-400")  # a kind is slanted by the browser, which keeps its width
HEADING = Face(11, "inter-600", "dejavu-700", spacing=0.08)


def width(text: str, face: Face) -> float:
    """The width of a line in Inter."""
    return _width(text, face, face.inter)


def fallback_width(text: str, face: Face) -> float:
    """The width of a line if the browser has no Inter."""
    return _width(text, face, face.fallback)


def safe_width(text: str, face: Face) -> float:
    """A width that holds the line in either font."""
    return max(width(text, face), fallback_width(text, face))


def wrap(text: str, face: Face, room: float, measure: Callable[[str, Face], float] = width) -> tuple[str, ...]:
    """Break text at spaces into as few lines as fit the room. A word that is wider stays whole."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure(longer, face) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def wrap_evenly(text: str, face: Face, room: float) -> tuple[str, ...]:
    """Break text into as few lines as fit the room, none much shorter than the others."""
    lines = wrap(text, face, room)
    while len(lines) > 1:
        longest = max(width(line, face) for line in lines)
        shorter = wrap(text, face, longest - 1)
        if len(shorter) > len(lines) or max(width(line, face) for line in shorter) >= longest:
            break
        lines = shorter
    return lines


def _width(text: str, face: Face, column: str) -> float:
    table = _table()[column]
    return face.size * sum(table.get(letter, _WIDEST) / 1000 + face.spacing for letter in text)


@cache
def _table() -> dict[str, dict[str, int]]:
    raw = json.loads((files("chipward.diagram") / "advances.json").read_text(encoding="utf-8"))
    return {column: dict(zip(raw["letters"], raw[column], strict=True)) for column in raw if column != "letters"}
