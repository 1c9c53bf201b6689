"""Inductor's IR says of each scheduler node which nodes of the graph it was made of."""

import re
from collections.abc import Iterator

from chipward.artifacts.locations.home import Name, numbered
from chipward.model.lines import EdgeKind

# e.g. "op1.origins = [relu]", "op3.origins = ['add', 'var_mean']", "# origins: add, var_mean"
_ORIGINS = re.compile(r"\s*(?:(?P<node>\w+)\.|#\s*)origins?\s*[=:]\s*[\[{(]*(?P<names>[^\])}]*)")
# e.g. "op1: SchedulerNode(ComputedBuffer)"
_HEADING = re.compile(r"(?P<node>\w+): \w+\(")


def mentions(text: str) -> Iterator[Name]:
    """The heading of each scheduler node and the line of its origins, for each origin."""
    heading: tuple[int, str] | None = None
    for number, line in numbered(text):
        if found := _HEADING.match(line):
            heading = (number, found["node"])
        elif found := _ORIGINS.match(line):
            names = [name for part in found["names"].split(",") if (name := part.strip(" '\"%"))]
            kind = EdgeKind.EXACT if len(names) == 1 else EdgeKind.FUSED
            lines = [number]
            if heading and found["node"] in (None, heading[1]):
                lines.insert(0, heading[0])
            yield from (Name(at, name, kind) for at in lines for name in names)
