"""Line maps as files: ``maps/17.json``. The lines are told as differences, so that they compress well."""

import json
from itertools import accumulate, pairwise

from chipward.bundle.broken import broken
from chipward.bundle.edges import LETTERS, columns_of
from chipward.model.lines import Edge, EdgeKind, LineMap

_KINDS = {letter: EdgeKind(kind) for kind, letter in LETTERS.items()}


def spell_map(line_map: LineMap) -> bytes:
    """Return the file of a map."""
    spelled = columns_of(line_map)
    for side in ("from", "to"):
        lines = spelled[side]
        assert isinstance(lines, list)  # noqa: S101 -- columns_of makes lists
        spelled[side] = [later - earlier for earlier, later in pairwise([0, *lines])]
    return json.dumps(spelled, separators=(",", ":")).encode()


def read_map(raw: bytes, name: str) -> LineMap:
    """Read the file of a map. ``name`` is what a complaint calls it."""
    try:
        spelled = json.loads(raw)
    except (ValueError, RecursionError):
        raise broken(name, "", "is not JSON") from None
    if not isinstance(spelled, dict):
        raise broken(name, "", "does not hold an object")
    return LineMap.of(edges_of(_summed(spelled, "from", name), _summed(spelled, "to", name), spelled, name))


def edges_of(starts: list[int], ends: list[int], spelled: dict[str, object], name: str) -> list[Edge]:
    """Join the columns of a map into edges."""
    kinds = spelled.get("kind")
    columns = spelled.get("columns", [0] * len(starts))
    if not isinstance(kinds, str) or not isinstance(columns, list):
        raise broken(name, "", "has no kinds, or columns that are no list")
    if not len(starts) == len(ends) == len(kinds) == len(columns):
        raise broken(name, "", "has columns of different lengths")
    try:
        edges = [
            Edge(*each) for each in zip(starts, ends, map(_KINDS.__getitem__, kinds), map(_span, columns), strict=True)
        ]
    except (KeyError, TypeError, ValueError):
        raise broken(name, "", "has an edge of no known kind, or columns that are no pair of numbers") from None
    if any(edge.start < 1 or edge.end < 1 for edge in edges):
        raise broken(name, "", "has an edge at a line before the first")
    return edges


def numbers(value: object, name: str) -> list[int]:
    """Take a value for a list of whole numbers."""
    if not isinstance(value, list) or not all(type(item) is int for item in value):
        raise broken(name, "", "has lines that are no list of numbers")
    return value


def _summed(spelled: dict[str, object], side: str, name: str) -> list[int]:
    return list(accumulate(numbers(spelled.get(side), name)))


def _span(value: object) -> tuple[int, int] | None:
    if value == 0:
        return None
    if isinstance(value, list) and len(value) == 2:  # noqa: PLR2004 -- where it begins and ends
        first, last = value
        if type(first) is type(last) is int and 0 <= first <= last:
            return first, last
    raise ValueError(value)
