"""How the edges of a line map are spelled: in columns, since a map may have a hundred thousand of them.

Runs inside the traced program: standard library only.
"""

from collections.abc import Iterable, Sequence
from typing import Any

LETTERS = {"exact": "e", "inlined": "i", "fused": "f", "inferred": "g", "unit": "u"}


def columns_of(edges: Iterable[Sequence[Any]]) -> dict[str, object]:
    """Spell edges ``(from, to, kind)``, with columns as a fourth where they are known."""
    starts, ends, kinds, columns = [], [], [], []
    for start, end, kind, *span in edges:
        starts.append(start)
        ends.append(end)
        kinds.append(LETTERS[str(kind)])
        columns.append(list(span[0]) if span and span[0] else 0)
    spelled: dict[str, object] = {"from": starts, "to": ends, "kind": "".join(kinds)}
    if any(columns):
        spelled["columns"] = columns
    return spelled
