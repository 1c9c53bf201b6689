"""Comments above groups of operators: the line of Python that called them."""

import re
from collections.abc import Iterator

from chipward.artifacts.locations.home import Home, numbered

# e.g. "# mlp.py:16:28-42 in <module>: hidden(images) (torch/nn/modules/linear.py:134: F.linear(input, self.weight))"
# e.g. "# AccumulateGrad, started at mlp.py:19": nobody called these
_SITE = re.compile(
    r"\s*# (?P<file>[^\s,:][^,:]*):(?P<line>[0-9]{1,9})(?::(?P<start>[0-9]{1,9})-(?P<stop>[0-9]{1,9}))?(?:\s|$)"
)


def locate(text: str) -> Iterator[Home]:
    """Each operator below a comment, down to the next comment or blank line."""
    home: Home | None = None
    for number, line in numbered(text):
        if not line.strip():
            home = None
        elif line.lstrip().startswith("#"):
            found = _SITE.match(line)
            columns = (int(found["start"]), int(found["stop"])) if found and found["start"] else None
            home = Home(number, found["file"], int(found["line"]), columns=columns) if found else None
        elif home:
            yield home._replace(line=number)
