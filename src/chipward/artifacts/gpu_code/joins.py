"""Maps between neighbouring texts whose lines name places in one source.

Columns count: `x + y * z` is one line of Triton and several operations, each at a column of its own.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal

from chipward.artifacts.gpu_code.places import Chain, Located, name_of, same_file
from chipward.model.lines import Edge, EdgeKind, LineMap
from chipward.model.trace import Loss

_Key = tuple[tuple[str, int, int], ...]
_Keys = tuple[_Key, ...]
_PART: _Key = ()  # stands before a place that is one of several of a line

_TIES_A_LINE = 16  # of one place, on average: what more lines of both texts share would be tied all to all

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
    index = _Index(earlier)
    met: dict[_Keys, list[tuple[int, EdgeKind]]] = {}
    for end, chains in later.chains.items():
        for keys, kind in index.find(chains):
            met.setdefault(keys, []).append((end, kind))
    crowds = {keys for keys, ends in met.items() if _is_crowded(len(index.lines[keys]), len(ends))}
    edges = [
        Edge(start, end, kind)
        for keys, ends in met.items()
        if keys not in crowds
        for end, kind in ends
        for start in index.lines[keys]
    ]
    return joined_by(
        edges,
        earlier,
        later,
        crowd_before={line for keys in crowds for line in index.lines[keys]},
        crowd_behind={line for keys in crowds for line, _ in met[keys]},
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


def _is_crowded(starts: int, ends: int) -> bool:
    return starts * ends > _TIES_A_LINE * (starts + ends)


class _Index:
    """The lines of the earlier text by their places: all the places of a line, and each of several."""

    def __init__(self, earlier: Located) -> None:
        self.lines: dict[_Keys, list[int]] = {}
        for line, chains in earlier.chains.items():
            keys = tuple(map(_key, chains))
            self.lines.setdefault(keys, []).append(line)
            if len(keys) > 1:
                for key in keys:
                    self.lines.setdefault((_PART, key), []).append(line)

    def find(self, chains: tuple[Chain, ...]) -> Iterator[tuple[_Keys, EdgeKind]]:
        """Where the lines stand that a later line comes from, and how that is known."""
        keys = tuple(map(_key, chains))
        if keys in self.lines:
            yield keys, self._kind(keys, EdgeKind.EXACT)
            return
        for key in keys:
            if found := self._nearest(key):
                where, kind = found
                yield where, EdgeKind.FUSED if len(keys) > 1 else kind

    def _nearest(self, key: _Key) -> tuple[_Keys, EdgeKind] | None:
        for depth in range(len(key)):
            # A line that has this place among others is only thought of where none has it alone.
            for where in ((key[depth:],), (_PART, key[depth:])):
                if where in self.lines:
                    return where, self._kind(where, EdgeKind.INLINED if depth else EdgeKind.EXACT)
        return None

    def _kind(self, where: _Keys, kind: EdgeKind) -> EdgeKind:
        return kind if len(self.lines[where]) == 1 and where[0] != _PART else EdgeKind.FUSED


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
