"""The same code, compiled twice: which instruction of one is which of the other.

Where both are the same byte for byte, that is plain. Where they differ, instructions of the same shape are paired in
order, as many as can be; which of several alike is meant is then a guess, and said to be one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.distance import LCSseq

from chipward.artifacts.machine_code.object_listing import ObjectLine

_MOST_PAIRS = 400_000_000  # of instructions to think of: beyond it, the search takes too much memory


@dataclass(frozen=True)
class Alignment:
    """Pairs of instructions, as places in both rows, in order."""

    pairs: tuple[tuple[int, int], ...]
    identical: bool  # byte for byte
    alike: bool  # instruction by instruction the same, but for registers and numbers


def align(first: Sequence[ObjectLine], second: Sequence[ObjectLine]) -> Alignment:
    """Pair the instructions of two rows."""
    along = tuple((place, place) for place in range(len(first)))
    if list(map(_exactly, first)) == list(map(_exactly, second)):
        return Alignment(along, identical=True, alike=True)
    numbers: dict[str, int] = {}
    one, other = ([numbers.setdefault(line.shape, len(numbers)) for line in row] for row in (first, second))
    if one == other:
        return Alignment(along, identical=False, alike=True)
    if len(one) * len(other) > _MOST_PAIRS:
        return Alignment((), identical=False, alike=False)
    pairs = [
        (block.a + step, block.b + step)
        for block in LCSseq.opcodes(one, other).as_matching_blocks()
        for step in range(block.size)
    ]
    return Alignment(tuple(pairs), identical=False, alike=False)


def _exactly(line: ObjectLine) -> tuple[bytes, str]:
    # Some LLVMs put the constants of code that may lie anywhere into a section of their own; they are the same.
    return line.code, line.name.replace(".lrodata", ".rodata")
