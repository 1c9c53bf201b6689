"""What a page links to and what in it can be linked to, read many times as fast as the whole page.

A site has thousands of pages of texts of traces, and their links come of data: each is looked at.
"""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from html_page import ADDRESSES

# A template writes each value between double quotes, and none in what it shows.
_ADDRESS = re.compile(rf'\s({"|".join(sorted(ADDRESSES))})="([^"]*)"')
_ID = re.compile(r'\sid="([^"]*)"')


def addresses_of(path: Path) -> Iterator[tuple[str, str]]:
    """Attributes that name an address, with it, in the order of the page."""
    return ((name, unescape(value)) for name, value in _ADDRESS.findall(path.read_text(encoding="utf-8")))


def ids_of(path: Path) -> list[str]:
    """The ids of all elements, in the order of the page."""
    return [unescape(value) for value in _ID.findall(path.read_text(encoding="utf-8"))]
