"""Values of the data as words on a page."""

import re
from collections.abc import Sequence
from datetime import date

from markupsafe import Markup, escape

_CODE = re.compile(r"`([^`]+)`")
_OPTION = re.compile(r"(?<!\S)(--[\w-]+)")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def prose(text: str) -> Markup:
    """Escape a text of the data; what stands in backticks becomes code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 -- escaped just now


def command(text: str) -> Markup:
    """Escape a command for the terminal; no line ends within the name of an option, behind its hyphens."""
    return Markup(_OPTION.sub(r'<span class="option">\1</span>', str(escape(text))))  # noqa: S704 -- escaped just now


def day(value: date) -> str:
    """A date in words, the same in every locale: 30 Nov 2026."""
    return f"{value.day} {MONTHS[value.month - 1]} {value.year}"


def number(count: int, one: str, many: str | None = None) -> str:
    """A count with its noun: 1 quote, 2 quotes."""
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"


def in_a_row(names: Sequence[str]) -> str:
    """Names as a sentence lists them: C, C++ and Python."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
