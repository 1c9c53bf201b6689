"""Comments in graphs that `torch.fx` prints: the line of Python that the nodes below came from."""

import re
from collections.abc import Iterator

from chipward.artifacts.locations.graph_nodes import DEFINITION
from chipward.artifacts.locations.home import Home, numbered

_MANY = 10  # digits: no file has so many lines

_COMMENT = re.compile(r"\s*#")
_NO_HOME = re.compile(r"\s*# No stacktrace found for following nodes\s*$")


def locate(text: str) -> Iterator[Home]:
    """Each node below a comment, down to the next one. The comment itself computes nothing."""
    home: tuple[str, int] | None = None
    for number, line in numbered(text):
        if _COMMENT.match(line):
            home = _place(line)
        elif home and DEFINITION.match(line):
            yield Home(number, *home)


def without_home(text: str) -> Iterator[int]:
    """The lines of nodes for which the text says that no place is known."""
    unknown = False
    for number, line in numbered(text):
        if _COMMENT.match(line):
            unknown = _NO_HOME.match(line) is not None
        elif unknown and DEFINITION.match(line):
            yield number


def _place(comment: str) -> tuple[str, int] | None:
    # e.g. "        # File: mlp.py:18 in forward, code: y = torch.relu(self.a(x))"
    # e.g. "        # Annotation: {'part': 'a'} File: mlp.py:18 in forward, code: y = torch.relu(self.a(x))"
    # Taken apart piece by piece: one pattern for all of it takes forever on a line that nearly matches.
    where, says, _ = comment.partition(", code: ")
    _, names, place = where.partition("File: ")
    path, _, _ = place.rpartition(" in ")
    file, _, line = path.rpartition(":")
    return (
        (file, int(line))
        if says and names and file and line.isascii() and line.isdecimal() and len(line) < _MANY
        else None
    )
