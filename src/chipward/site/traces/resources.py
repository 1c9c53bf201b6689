"""What a kernel takes of the chip, in a few words: the figures by which one tells candidates apart."""

import re
from collections.abc import Iterator, Mapping

from chipward.model.artifact import KindId, UnitId
from chipward.site.traces.exhibit import COUNTED, Exhibit

USAGE = KindId("resource-usage")

# registers per thread                      22
_FIGURE = re.compile(r"(?P<name>[a-z ]+?)(?: per [a-z]+)?\s{2,}(?P<value>[0-9]{1,12})(?P<bytes> bytes)?")
_WIDEST = 200  # characters: no line of such a listing is longer, and the pattern tries each blank of it
_ALWAYS = ("registers", "vector registers", "shared memory")
_IF_ANY = ("spill stores", "spilled vector registers", "spilled scalar registers")


def takes(exhibit: Exhibit) -> Mapping[UnitId, str]:
    """By unit: 22 registers, 1,024 bytes of shared memory."""
    found = {}
    for artifact in exhibit.trace.artifacts:
        if artifact.kind == USAGE and artifact.lines and artifact.bytes <= COUNTED:
            lines = (line for line in exhibit.lines(artifact) if len(line) <= _WIDEST)
            figures = {said["name"]: said for line in lines if (said := _FIGURE.fullmatch(line))}
            if words := ", ".join(_words(figures)):
                found[artifact.unit] = words
    return found


def _words(figures: Mapping[str, re.Match[str]]) -> Iterator[str]:
    for name in (*_ALWAYS, *_IF_ANY):
        said = figures.get(name)
        if said and (name in _ALWAYS or int(said["value"])):
            value = f"{int(said['value']):,}"
            yield f"{value} bytes of {name}" if said["bytes"] else f"{value} {name}"
