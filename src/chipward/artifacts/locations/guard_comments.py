"""The tree of guards that Dynamo prints: each guard ends with the code that asked for it."""

import re
from collections.abc import Iterator

from chipward.artifacts.locations.home import Home, numbered

# e.g. "| | +- TENSOR_MATCH: check_tensor(L['x'], …)  # return F.linear(input, …)  # mlp.py:18 in forward"
_GUARD = re.compile(r"[| ]*\+- (?!GuardManager|RootGuardManager)[A-Z_]+:")
_PLACE = re.compile(r"  # (?P<file>[^#]+?):(?P<line>[0-9]{1,9}) in [^#]*$")


def is_guard(line: str) -> bool:
    """Whether a line is a guard, rather than a place in the tree that holds some."""
    return _GUARD.match(line) is not None


def locate(text: str) -> Iterator[Home]:
    """Each guard with the line that asked for it."""
    for number, line in numbered(text):
        if is_guard(line) and (place := _PLACE.search(line)):
            yield Home(number, place["file"], int(place["line"]))
