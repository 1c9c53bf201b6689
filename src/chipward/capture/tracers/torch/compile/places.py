"""Where in the program a finding points: the innermost line of the user's own code that PyTorch names."""

import re
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from chipward.capture.tracers.torch.compile.foreign import Foreign

if TYPE_CHECKING:
    from chipward.bundle.journal import Journal

_FRAME = re.compile(r'^\s*File "(.+?)", line (\d+)', re.MULTILINE)
_LIBRARIES = tuple({sysconfig.get_path("stdlib"), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})

Place = tuple[str, int]


def place_at(journal: "Journal", file: str, line: int) -> Place | None:
    """A line of a Python file; the file is kept in the trace."""
    source = journal.source(file) if file and line > 0 else None
    return (source, line) if source else None


def place_in_traceback(journal: "Journal", traceback: str) -> Place | None:
    """The innermost line of a traceback that is not in a library; if all are, the innermost of all."""
    return _innermost(journal, [(file, int(line)) for file, line in _FRAME.findall(traceback)])


def place_in_stack(journal: "Journal", stack: Foreign, strings: dict[int, str]) -> Place | None:
    """The same of a stack of PyTorch's structured trace."""
    if not isinstance(stack, Sequence):
        return None
    return _innermost(journal, [(strings.get(frame["filename"], ""), int(frame["line"])) for frame in stack])


def _innermost(journal: "Journal", frames: list[tuple[str, int]]) -> Place | None:
    own = [frame for frame in frames if not is_library(frame[0])] or frames
    return place_at(journal, *own[-1]) if own else None


def is_library(file: str) -> bool:
    """Whether a file was installed rather than written for this program."""
    if file.startswith("<"):
        return file.startswith("<frozen")
    return file.startswith(_LIBRARIES) or "site-packages" in Path(file).parts or file.startswith(sys.prefix + "/lib/")
