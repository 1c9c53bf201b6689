"""Where LLO and bundles of a Pallas kernel come from: libtpu writes the place in Python behind each operation.

%v227 = vmul.f32 1.442695, %v211 /* loc("k.py":14:17 to :27) */
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from chipward.artifacts.gpu_code.places import number
from chipward.artifacts.locations.home import Home, numbered

_PLACE = re.compile(
    r'loc\("(?P<file>[^"\n]{1,4096})":(?P<line>[0-9]+):(?P<column>[0-9]+)'
    r"(?: to (?P<end_line>[0-9]*):(?P<end>[0-9]+))?\)"
)


class Place(NamedTuple):
    """A place in Python that a line of code names. Columns count from 0."""

    at: int  # the line of code
    file: str
    line: int
    column: int
    columns: tuple[int, int] | None  # from there to the end, if that is on the same line


def places(text: str) -> Iterator[Place]:
    """The places that the lines of a text name."""
    for at, line in numbered(text):
        for found in _PLACE.finditer(line) if 'loc("' in line else ():
            if home := number(found["line"]):
                yield Place(at, found["file"], home, number(found["column"]), _columns(found))


def locate(text: str) -> Iterator[Home]:
    """The same, as lines of files. Columns are those of the file, the end excluded."""
    for place in places(text):
        yield Home(place.at, place.file, place.line, columns=place.columns)


def _columns(found: re.Match[str]) -> tuple[int, int] | None:
    if found["end"] is None or found["end_line"]:
        return None  # it ends on another line, or nobody says where
    start, end = number(found["column"]), number(found["end"])
    return (start, end) if start < end else None
