"""The values that XLA's reports speak of: each is named after the instruction of the optimised HLO that makes it."""

import re
from collections.abc import Iterator
from typing import NamedTuple

# e.g. " value: <181 ynn_fusion.6 @0> (size=65536,offset=0): f32[64,256]{1,0}", " value: <1364 while.5{4} (phi) @0>"
_IN_BUFFER = re.compile(r" ?value: <[0-9]+ (?P<name>[^ {}]+)(?:\{[0-9, ]*\})? (?:\(phi\) )?@")
# e.g. "    ynn_fusion.6{}:9-32", "    tuple.3{0,1}:9-32"
_ALIVE = re.compile(r" +(?P<name>[^ {}]+)\{[0-9, ]*\}:[0-9]+-[0-9]+$")
# e.g. "    params_0__0_.1{}: 802816 bytes (cumulative: 2408448 bytes)"
_AT_PEAK = re.compile(r" +(?P<name>[^ {}]+)\{[0-9, ]*\}: [0-9]+ bytes")
# e.g. "    9:ynn_fusion.6"
_SCHEDULED = re.compile(r" +[0-9]+:(?P<name>[^ {}]+)$")


class Value(NamedTuple):
    """A line that speaks of a value, and the instruction that makes it."""

    line: int
    instruction: str


def values_in(text: str) -> Iterator[Value]:
    """The values in a buffer assignment or in a table of live ranges."""
    for number, line in enumerate(text.split("\n"), start=1):
        for pattern in (_IN_BUFFER, _ALIVE, _AT_PEAK, _SCHEDULED):
            if found := pattern.match(line):
                yield Value(number, found["name"])
                break
