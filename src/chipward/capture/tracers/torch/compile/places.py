"""Where in the program a finding points: the innermost line of the user's own code that PyTorch names.

PyTorch may name lines of its own alone, or those of whoever called it, this package among them, where it works on what
no line of the program stands for. Those are no place to look at, so there is none.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.owners import Owner, owner_of_file

if TYPE_CHECKING:
    from chipward.bundle.journal import Journal

_FRAME = re.compile(r'^\s*File "(.+?)", line (\d+)', re.MULTILINE)

Place = tuple[str, int]


def place_at(journal: "Journal", file: str, line: int) -> Place | None:
    """A line of a Python file; the file is kept in the trace."""
    source = journal.source(file) if file and line > 0 else None
    return (source, line) if source else None


def place_in_traceback(journal: "Journal", traceback: str) -> Place | None:
    """The innermost line of a traceback that is the program's; where none is, the innermost of an installed package."""
    return innermost(journal, [(file, int(line)) for file, line in _FRAME.findall(traceback)])


def place_in_stack(journal: "Journal", stack: Foreign, strings: dict[int, str]) -> Place | None:
    """The same of a stack of PyTorch's structured trace."""
    if not isinstance(stack, Sequence):
        return None
    return innermost(journal, [(strings.get(frame["filename"], ""), int(frame["line"])) for frame in stack])


def innermost(journal: "Journal", frames: list[tuple[str, int]]) -> Place | None:
    """The innermost of some lines that is the program's; where none is, the innermost of an installed package."""
    for owner in (Owner.PROGRAM, Owner.PACKAGE):
        own = [frame for frame in frames if owner_of_file(frame[0]) is owner]
        if own:
            return place_at(journal, *own[-1])
    return None
