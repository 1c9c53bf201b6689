"""Places in assembly: `.file` and `.loc`, and the chain that LLVM writes behind them.

    .loc	2 293 36                        // standard.py:293:36 @[ kernels.py:24:18 ]
    .file	2 "/lib/triton/language/standard.py"
    .file	2 "/lib/triton/language" "standard.py"

The numbers name the innermost place. Its callers stand in the comment, by the bare names of their files, or behind
`inlined_at`, which names a place that an earlier `.loc` has described.
"""

import re
from collections.abc import Iterable, Mapping

from chipward.artifacts.gpu_code.places import Chain, Frame, joined, name_of, number

_FILE = re.compile(r'\s*\.file\s+(?P<number>[0-9]+)\s+"(?P<first>[^"]*)"(?:\s+"(?P<second>[^"]*)")?')
_LOC = re.compile(
    r"\s*\.loc\s+(?P<file>[0-9]+)\s+(?P<line>[0-9]+)(?:\s+(?P<column>[0-9]+))?"
    r"(?P<call>[^/;]*?\binlined_at\s+(?P<outer>[0-9]+\s+[0-9]+\s+[0-9]+))?"
)
# e.g. "kernels.py:24:18"; a column that is not known, 0, is left out
_FRAME = re.compile(r"(?P<file>.+?):(?P<line>[0-9]+)(?::(?P<column>[0-9]+))?$")
_LONGEST = 64  # frames of a chain


class AssemblyPlaces:
    """The places that the directives of a text describe."""

    def __init__(self, lines: Iterable[str]) -> None:
        files: dict[str, str] = {}
        for line in lines:
            if ".file" in line and (found := _FILE.match(line)):
                second = found["second"]
                files[found["number"]] = joined(found["first"], second) if second is not None else found["first"]
        self._files: Mapping[str, str] = files
        paths: dict[str, set[str]] = {}
        for path in files.values():
            paths.setdefault(name_of(path), set()).add(path)
        # A bare name that only one of the files bears.
        self._paths = {name: next(iter(found)) for name, found in paths.items() if len(found) == 1}
        self._calls: dict[tuple[str, ...], Chain] = {}

    def read(self, line: str, comment: str) -> Chain | None:
        """The chain that a `.loc` begins; None if the line is none. Comments begin with these characters."""
        found = _LOC.match(line)
        if found is None:
            return None
        own = Frame(self._files.get(found["file"], ""), number(found["line"]), number(found["column"] or "0"))
        if found["outer"]:
            outer = tuple(found["outer"].split())
            caller = Frame(self._files.get(outer[0], ""), number(outer[1]), number(outer[2]))
            chain = (own, *self._calls.get(outer, (caller,)))
        else:
            chain = (own, *self._callers(line.partition(comment)[2]))
        chain = chain[:_LONGEST]
        self._calls[found["file"], found["line"], found["column"] or "0"] = chain
        return chain

    def _callers(self, comment: str) -> Chain:
        # e.g. " standard.py:263:15 @[ standard.py:293:36 @[ kernels.py:24:18 ] ]"
        if " @[ " not in comment:
            return ()
        pieces = comment.strip().rstrip("] ").split(" @[ ", _LONGEST)
        frames = []
        for piece in pieces[1:]:
            found = _FRAME.match(piece)
            if found is None:
                return ()
            file = self._paths.get(found["file"], found["file"])
            frames.append(Frame(file, number(found["line"]), number(found["column"] or "0")))
        return tuple(frames)
