"""Lines of a text by a second run of the tool that made it, on a copy of its input that numbers its own lines.

The second text names lines of the input and holds the same instructions as the first. Then what it says of its
instructions holds for those of the first, one by one.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from chipward.artifacts.gpu_code.joins import Joined, joined_by
from chipward.artifacts.gpu_code.places import Located
from chipward.model.lines import Edge, EdgeKind


class Instruction(NamedTuple):
    """An instruction of assembly."""

    line: int  # on which it begins
    text: str  # without comments; runs of white space are one blank


class Made(NamedTuple):
    """A text that a tool made, read."""

    instructions: Sequence[Instruction]
    places: Located


def made_again(earlier: Located, first: Made, second: Made, numbered: str) -> Joined | None:
    """The map from an input to the text that was made of it; nothing if the second text has other instructions.

    Args:
        earlier: the input, as it was.
        first: what was made of it.
        second: what was made of its copy.
        numbered: the file that the copy calls itself.
    """
    if [one.text for one in first.instructions] != [one.text for one in second.instructions]:
        return None
    line_of: Mapping[int, int] = {
        theirs.line: ours.line for ours, theirs in zip(first.instructions, second.instructions, strict=True)
    }
    edges = [
        Edge(chain[0].line, line_of[line], EdgeKind.EXACT if len(chains) == 1 else EdgeKind.FUSED)
        for line, chains in second.places.chains.items()
        for chain in chains
        if chain[0].file == numbered and line in line_of
    ]
    return joined_by(edges, earlier, first.places)
