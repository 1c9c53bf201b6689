"""How the edges of a line map are spelled: in columns, since a map may have a hundred thousand of them.

Runs inside the traced program: standard library only.
"""

from collections.abc import Iterable, Sequence
from typing import Any

LETTERS = {"exact": "e", "inlined": "i", "fused": "f", "inferred": "g", "unit": "u"}


def columns_of(edges: Iterable[Sequence[Any]]) -> dict[str, object]:
    """Spell edges ``(from, to, kind)``, with columns as a fourth where they are known."""
    edges = list(edges)
    columns = [list(span[0]) if span and span[0] else 0 for _, _, _, *span in edges]
    spelled: dict[str, object] = {
        "from": [edge[0] for edge in edges],
        "to": [edge[1] for edge in edges],
        "kind": "".join([LETTERS[edge[2]] for edge in edges]),
    }
    if any(columns):
        spelled["columns"] = columns
    return spelled
