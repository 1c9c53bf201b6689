"""Maps between neighbouring texts whose lines name places in one source.

Columns count: `x + y * z` is one line of Triton and several operations, each at a column of its own.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal

from chipward.artifacts.gpu_code.places import Chain, Located, name_of, same_file
from chipward.model.lines import Edge, EdgeKind, LineMap
from chipward.model.trace import Loss

_Key = tuple[tuple[str, int, int], ...]

_MOST_TIES = 10_000  # between the lines of two texts that have one place

_GONE = "nothing of the later text names their place: optimised away, or merged with others"
_NOT_THERE = "nothing of the earlier text has their place"
_CROWDED = "so many lines of both texts have their place that ties between all of them would say nothing"
_ELSEWHERE = "from another file, called by no line of this one"
_NO_CODE = "comments, directives, labels and other lines that are no code"


@dataclass(frozen=True)
class Joined:
    """A map between two texts, and the lines that it does not reach, with the reasons. Every line is accounted for."""

    line_map: LineMap
    losses: tuple[Loss, ...]


def same_location(earlier: Located, later: Located) -> Joined:
    """Join code that names the same place, through the same calls.

    Exact where one line of the earlier text has the place, fused where several have it or where the compiler made the
    later line of several. Where none has it, what calls it is looked for, from the inside out: that tie is *inlined*.
    """
    lines_at: dict[_Key, list[int]] = {}
    for line, chains in earlier.chains.items():
        for chain in chains:
            lines_at.setdefault(_key(chain), []).append(line)
    meetings: dict[_Key, list[tuple[int, EdgeKind]]] = {}
    for end, chains in later.chains.items():
        for chain in chains:
            key, kind = _nearest(lines_at, _key(chain))
            if key:
                several = len(chains) > 1 or len(lines_at[key]) > 1
                meetings.setdefault(key, []).append((end, EdgeKind.FUSED if several else kind))
    crowds = {key for key, ends in meetings.items() if len(ends) * len(lines_at[key]) > _MOST_TIES}
    edges = [
        Edge(start, end, kind)
        for key, ends in meetings.items()
        if key not in crowds
        for end, kind in ends
        for start in lines_at[key]
    ]
    return joined_by(
        edges,
        earlier,
        later,
        crowd_before={line for key in crowds for line in lines_at[key]},
        crowd_behind={line for key in crowds for line, _ in meetings[key]},
    )


def from_source(file: str, lines: int, later: Located) -> Joined:
    """Join the lines of a source to the code that names them: the own line exactly, a line that calls it *inlined*."""
    edges = [
        Edge(frame.line, end, EdgeKind.INLINED if depth else EdgeKind.EXACT if len(chains) == 1 else EdgeKind.FUSED)
        for end, chains in later.chains.items()
        for chain in chains
        for depth, frame in enumerate(chain)
        if 0 < frame.line <= lines and same_file(frame.file, file)
    ]
    line_map = LineMap.of(edges)
    rest = lines - len(line_map.starts)
    unmapped = (Loss(side="from", lines=rest, why="no code names them"),) if rest > 0 else ()
    return Joined(line_map, unmapped + _losses("to", line_map.ends, later, _ELSEWHERE))


def joined_by(
    edges: Iterable[Edge],
    earlier: Located,
    later: Located,
    *,
    crowd_before: AbstractSet[int] = frozenset(),
    crowd_behind: AbstractSet[int] = frozenset(),
) -> Joined:
    """A map of these edges, with the lines that they leave out."""
    line_map = LineMap.of(edges)
    gone = _losses("from", line_map.starts, earlier, _GONE, crowd_before)
    not_there = _losses("to", line_map.ends, later, _NOT_THERE, crowd_behind)
    return Joined(line_map, gone + not_there)


def _nearest(lines_at: Mapping[_Key, list[int]], key: _Key) -> tuple[_Key, EdgeKind]:
    for depth in range(len(key)):
        if key[depth:] in lines_at:
            return key[depth:], EdgeKind.INLINED if depth else EdgeKind.EXACT
    return (), EdgeKind.EXACT


def _key(chain: Chain) -> _Key:
    # Some texts name a file by its path, others by its last part.
    return tuple((name_of(frame.file), frame.line, frame.column) for frame in chain)


def _losses(
    side: Literal["from", "to"],
    mapped: AbstractSet[int],
    text: Located,
    unjoined: str,
    crowd: AbstractSet[int] = frozenset(),
) -> tuple[Loss, ...]:
    reasons = Counter(text.silent[line] for line in text.silent if line not in mapped)
    reasons.update(_CROWDED if line in crowd else unjoined for line in text.chains if line not in mapped)
    reasons[_NO_CODE] += text.lines - len(text.chains) - len(text.silent)
    return tuple(Loss(side=side, lines=count, why=why) for why, count in sorted(reasons.items()) if count > 0)
