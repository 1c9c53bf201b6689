"""How full bundles are: libtpu counts, for each bundle, how many slots of each sort are used.

== CAPACTIY:
MXU, XLU, VALU, VPOP, EUP, VLOAD, VLOAD:FILL, VSTORE, VSTORE:SPILL, SALU
    4     3     4     2     1     3     3     1     1     2
== UTILIZATION:
0 0 0 0 0 1 0 0 0 0
"""

from collections.abc import Sequence
from dataclasses import dataclass

_ROWS = "== UTILIZATION"
_LONGEST_NUMBER = 6  # digits: no bundle has more slots


@dataclass(frozen=True)
class SlotUse:
    """What libtpu counted."""

    sorts: tuple[str, ...]  # MXU, XLU, …
    capacity: tuple[int, ...]  # how many of each a bundle has
    rows: tuple[tuple[int, ...], ...]  # how many are used, bundle by bundle


def read_slot_use(text: str) -> SlotUse | None:
    """Read the counts; None if these are none."""
    lines = [line.strip() for line in text.split("\n")]
    start = next((at for at, line in enumerate(lines) if line.startswith(_ROWS)), None)
    if start is None or start < 2:  # noqa: PLR2004 -- the names and the capacities stand above
        return None
    sorts = tuple(name.strip() for name in lines[start - 2].split(","))
    capacity = _numbers(lines[start - 1])
    if not capacity or len(sorts) != len(capacity):
        return None
    rows = tuple(row for line in lines[start + 1 :] if (row := _numbers(line)) and len(row) == len(sorts))
    return SlotUse(sorts, capacity, rows)


def tell_slot_use(use: SlotUse, addresses: Sequence[str]) -> tuple[str, tuple[int, ...]]:
    """Tell the counts as a table, and the line of each bundle in it. Rows beyond the addresses are left out."""
    named = list(zip(addresses, use.rows, strict=False))
    totals = [sum(row[at] for _, row in named) for at in range(len(use.sorts))]
    widths = [max(len(sort), 5) for sort in use.sorts]
    told = [
        _row("bundle", use.sorts, widths),
        _row("a bundle has", use.capacity, widths),
        _row("used in all", totals, widths),
        _row(
            "used, %", [_share(used, has * len(named)) for used, has in zip(totals, use.capacity, strict=True)], widths
        ),
        "",
    ]
    lines = tuple(range(len(told) + 1, len(told) + 1 + len(named)))
    told += [_row(address, row, widths) for address, row in named]
    return "".join(f"{line}\n" for line in told), lines


def _share(used: int, there: int) -> str:
    return f"{100 * used / there:.1f}" if there else "0.0"


def _row(name: str, cells: Sequence[object], widths: Sequence[int]) -> str:
    return "  ".join([f"{name:<12}", *(f"{cell!s:>{width}}" for cell, width in zip(cells, widths, strict=True))])


def _numbers(line: str) -> tuple[int, ...]:
    words = line.split()
    if any(not word.isascii() or not word.isdecimal() or len(word) > _LONGEST_NUMBER for word in words):
        return ()
    return tuple(map(int, words))
