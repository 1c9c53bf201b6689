"""The column of line numbers in what `dis` prints."""

import re
from collections.abc import Iterator

from chipward.artifacts.locations.home import Home, numbered
from chipward.model.lines import EdgeKind

# e.g. "198           2 LOAD_GLOBAL              1 (NULL + torch)"          Python 3.11
# e.g. "             26 LOAD_METHOD              2 (a)"                     the same line of source
# e.g. "        >>   34 LOAD_FAST                0 (x)"                     a jump leads here
# e.g. "  --    L1:     RESUME                   0"                         Python 3.13: no line; a label
_INSTRUCTION = re.compile(
    r"\s*(?:(?:[0-9]{1,9}|--) +)?(?:L[0-9]+:\s+)?(?:(?:>>|-->)\s+)*(?:[0-9]{1,9} +)?[A-Z][A-Z_]{2}[A-Z0-9_]*(?= |$)"
)
# Two numbers stand before a name: the line and the offset. One alone, deeper in, is the offset.
_LINE = re.compile(r"\s*(?P<line>[0-9]{1,9}|--)\s+(?:L[0-9]+:|>>|-->|[0-9]{1,9} |[A-Z])")


def is_instruction(line: str) -> bool:
    """Whether a line is an instruction, rather than a heading or a table."""
    return _INSTRUCTION.match(line) is not None


def locate(text: str) -> Iterator[Home]:
    """Each instruction with the line it stands under.

    An instruction that bears a number is told exactly. One below it is inferred: `dis` prints a number where the
    line changes, and before Python 3.13 it does not print that an instruction has none.
    """
    home = 0
    for number, line in numbered(text):
        if not is_instruction(line):
            continue
        said = _LINE.match(line)
        if said and _is_line(said["line"], line):
            home = 0 if said["line"] == "--" else int(said["line"])
            if home:
                yield Home(number, "", home)
        elif home:
            yield Home(number, "", home, EdgeKind.INFERRED)


def _is_line(number: str, line: str) -> bool:
    # "  2 LOAD_FAST" is an offset and a name; "  2     LOAD_FAST", as Python 3.13 has it, a line and a name.
    rest = line.strip()[len(number) :]
    return not rest.lstrip()[:1].isupper() or rest.startswith("   ") or number == "--"
