"""What a process wrote on standard error before it died, as far as it tells why.

Compilers that end the process over what they cannot bear say so there, among warnings and stacks of functions.
"""

import re
from typing import IO

from chipward.capture.folders import without_folders
from chipward.capture.memory import without_addresses

_READ = 1 << 16  # bytes, from the end
_LONGEST = 300  # characters that are told
_LINES = 2  # where none of them is known to be the reason
_LOGGED = re.compile(r"[IWEF]\d{4} [\d:.]+\s+\d+ \S+:\d+\] ")  # a severity, when, by which thread, and where
_REASON = re.compile(
    r"F\d{4} |LLVM ERROR: |.*\bCheck failed: |Fatal Python error: |\s+what\(\):|\S*(?:Error|Exception): "
)
_STACK = re.compile(r"\s*(?:@ |#\d+ |PC: @|\*\*\*|File \"|\[)")


def last_words(errors: IO[bytes]) -> str | None:
    """Read them off a file: the line that says why, or else the last ones; None if there is nothing to be told."""
    errors.seek(0, 2)
    errors.seek(max(0, errors.tell() - _READ))
    said = errors.read().decode("utf-8", "replace").splitlines()
    lines = [line for line in said if line.strip() and not _STACK.match(line)]
    reasons = [line for line in lines if _REASON.match(line)]
    told = " ".join(_plain(line) for line in (reasons[-1:] or lines[-_LINES:]))
    return f"{told[:_LONGEST]}…" if len(told) > _LONGEST else told or None


def _plain(line: str) -> str:
    """The line without what differs from run to run and from machine to machine."""
    return " ".join(without_folders(without_addresses(_LOGGED.sub("", line))).split())
