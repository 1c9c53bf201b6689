"""Where LLO and bundles of a Pallas kernel come from: libtpu writes the place in Python behind each operation.

%v227 = vmul.f32 1.442695, %v211 /* loc("/home/me/k.py":14:17 to :27) */
"""

import re
from collections.abc import Iterator

from chipward.artifacts.gpu_code.places import number
from chipward.artifacts.locations.home import Home, numbered

_PLACE = re.compile(
    r'loc\("(?P<file>[^"\n]{1,4096})":(?P<line>[0-9]+):(?P<column>[0-9]+)'
    r"(?: to (?P<end_line>[0-9]*):(?P<end>[0-9]+))?\)"
)


def locate(text: str) -> Iterator[Home]:
    """The place in Python that each line names. Columns are those of the file, counted from 0, the end excluded."""
    for at, line in numbered(text):
        for found in _PLACE.finditer(line) if 'loc("' in line else ():
            home = number(found["line"])
            if home:
                yield Home(at, found["file"], home, columns=_columns(found))


def _columns(found: re.Match[str]) -> tuple[int, int] | None:
    if found["end"] is None or found["end_line"]:
        return None  # it ends on another line, or nobody says where
    start, end = int(found["column"][:9]), int(found["end"][:9])
    return (start, end) if start < end else None
