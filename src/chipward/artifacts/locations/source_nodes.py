"""Comments in the module that Inductor writes: the nodes that the call below computes."""

import re
from collections.abc import Iterator

from chipward.artifacts.locations.home import Name, numbered
from chipward.model.lines import EdgeKind

# e.g. "        # Topologically Sorted Source Nodes: [linear, relu], Original ATen: [aten.t, aten.addmm]"
_NODES = re.compile(r"\s*(?:#|//) (?:Topologically Sorted|Unsorted) Source Nodes: \[(?P<names>[^\]]*)\]")
_COMMENT = re.compile(r"\s*(?:#|//)")


def mentions(text: str) -> Iterator[Name]:
    """The call below a comment, for each node that the comment names."""
    names: list[str] = []
    kind = EdgeKind.EXACT
    for number, line in numbered(text):
        if found := _NODES.match(line):
            names = [name.strip() for name in found["names"].split(",") if name.strip()]
            kind = EdgeKind.EXACT if len(names) == 1 else EdgeKind.FUSED
        elif names and not _COMMENT.match(line):
            yield from (Name(number, name, kind) for name in names)
            names = []
