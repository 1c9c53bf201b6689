"""Comments in graphs that `torch.fx` prints: the line of Python that the nodes below came from."""

import re
from collections.abc import Iterator

from chipward.artifacts.locations.graph_nodes import DEFINITION
from chipward.artifacts.locations.home import Home, numbered

# e.g. "        # File: mlp.py:18 in forward, code: y = torch.relu(self.a(x))"
# e.g. "        # Annotation: {'part': 'a'} File: mlp.py:18 in forward, code: y = torch.relu(self.a(x))"
_COMMENT = re.compile(r"\s*#.*?\bFile: (?P<file>.+?):(?P<line>[0-9]{1,9}) in [^,]*, code: ")
# e.g. "        # No stacktrace found for following nodes"
_ANY_COMMENT = re.compile(r"\s*#")


def locate(text: str) -> Iterator[Home]:
    """Each comment and each node below it, down to the next comment."""
    home: tuple[str, int] | None = None
    for number, line in numbered(text):
        if _ANY_COMMENT.match(line):
            found = _COMMENT.match(line)
            home = (found["file"], int(found["line"])) if found else None
            if home:
                yield Home(number, *home)
        elif home and DEFINITION.match(line):
            yield Home(number, *home)
