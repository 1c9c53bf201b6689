"""What a traced program says of itself: the first line of its docstring."""

import re

from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.naming import title_of

_LINES = 12  # a licence may stand before it
_DOCSTRING = re.compile(r'^r?"""\s*(?P<words>.*?)\s*(?:"""|\n|\Z)', re.MULTILINE)


def about(exhibit: Exhibit) -> str | None:
    """The sentence, or None where the program has none or its source was not kept."""
    title = title_of(exhibit.trace)
    for file in exhibit.trace.program.files:
        artifact = exhibit.artifact.get(file.artifact)
        if artifact and artifact.lines and file.path.endswith(title):
            found = _DOCSTRING.search("\n".join(exhibit.some_lines(artifact, 0, _LINES)))
            return found["words"] if found and found["words"] else None
    return None
