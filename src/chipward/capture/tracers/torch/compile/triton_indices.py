"""Lines of a Triton kernel that compute an index: Inductor writes each for the step that needs it first.

The others need it no less, and the first may be taken back. So such a line is credited to the steps of the lines that
use it: those below it that name it, up to where it is computed anew.
"""

import re
from collections.abc import Sequence

from chipward.capture.tracers.torch.compile.generated_lines import Origins
from chipward.capture.tracers.torch.compile.writing import Lines

# `x0 = (xindex % 128)`, `r0_1 = r0_index`; used in `tmp0 = tl.load(in_ptr0 + (r0_1 + 64*x0), xmask)`.
_COMPUTED = re.compile(r"\s*([xyz]\d+|r\d+(?:_\d+)?) = ")
_NAME = re.compile(r"\b[xyzr]\d+(?:_\d+)?\b")


def credit_indices(text: Sequence[str], lines: Lines) -> None:
    """Credit each line that computes an index to the steps that use it."""
    users: dict[str, dict[object, None]] = {}  # the steps that use what is computed above, by its name
    for index in reversed(range(min(len(text), len(lines)))):
        line, origins = text[index], lines[index]
        if computed := _COMPUTED.match(line):
            steps = users.pop(computed[1], None)
            lines[index] = Origins(*steps) if steps else None
        elif origins is not None:
            for name in _NAME.findall(line):
                users.setdefault(name, {}).update(dict.fromkeys(origins.nodes))
