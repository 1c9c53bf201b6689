"""Maps between neighbouring texts whose lines name places in one source.

Columns count: `x + y * z` is one line of Triton and several operations, each at a column of its own.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from chipward.artifacts.gpu_code.places import Chain, Located, name_of, same_file
from chipward.model.lines import Edge, EdgeKind, LineMap
from chipward.model.trace import Loss

_Key = tuple[tuple[str, int, int], ...]

_GONE = "nothing of the later text names their place: optimised away, or merged with others"
_NOT_THERE = "nothing of the earlier text has their place"
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
    edges = [
        Edge(start, end, kind)
        for end, chains in later.chains.items()
        for chain in chains
        for start, kind in _origins(lines_at, _key(chain), alone=len(chains) == 1)
    ]
    line_map = LineMap.of(edges)
    told = _losses("from", line_map.starts, earlier, _GONE) + _losses("to", line_map.ends, later, _NOT_THERE)
    return Joined(line_map, told)


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


def _origins(lines_at: Mapping[_Key, list[int]], key: _Key, *, alone: bool) -> Iterator[tuple[int, EdgeKind]]:
    for depth in range(len(key)):
        found = lines_at.get(key[depth:])
        if found:
            one = EdgeKind.INLINED if depth else EdgeKind.EXACT
            kind = one if alone and len(found) == 1 else EdgeKind.FUSED
            yield from ((line, kind) for line in found)
            return


def _key(chain: Chain) -> _Key:
    # Some texts name a file by its path, others by its last part.
    return tuple((name_of(frame.file), frame.line, frame.column) for frame in chain)


def _losses(side: str, mapped: frozenset[int], text: Located, unjoined: str) -> tuple[Loss, ...]:
    reasons = Counter(text.silent[line] for line in text.silent if line not in mapped)
    reasons[unjoined] += sum(line not in mapped for line in text.chains)
    reasons[_NO_CODE] += text.lines - len(text.chains) - len(text.silent)
    where = "from" if side == "from" else "to"
    return tuple(Loss(side=where, lines=count, why=why) for why, count in sorted(reasons.items()) if count > 0)
