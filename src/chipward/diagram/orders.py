"""In which order arrows share a side, a gutter or a channel, so that they cross least."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from chipward.diagram.grid import Cell
from chipward.diagram.routes import Along, Run, Side
from chipward.diagram.rows import Current
from chipward.diagram.shapes import Point
from chipward.diagram.tracks import Door, Measures, Orders, Part, Shared, Tip, Traffic, put
from chipward.model.ids import StepId

TOGETHER, APART, ON_TOP = 3, 1, 30  # prices of a crossing on one path, on two, and of running on one line


def order(traffic: Traffic, current: Current, measures: Measures) -> Orders:
    """Start from a likely order and swap neighbours while that helps."""
    orders = dict(_likely(traffic))
    lowest = _tangle(put(traffic, orders, measures).lines, current)
    improved = True
    while improved and lowest:
        improved = False
        for shared in list(orders):
            for index in range(len(orders[shared]) - 1):
                parts = orders[shared]
                trial = {**orders, shared: (*parts[:index], parts[index + 1], parts[index], *parts[index + 2 :])}
                tangle = _tangle(put(traffic, trial, measures).lines, current)
                if tangle < lowest:
                    orders, lowest, improved = trial, tangle, True
    return orders


def _likely(traffic: Traffic) -> Iterator[tuple[Shared, tuple[Part, ...]]]:
    """Sort arrows on a side by where they lead, and short ways inside long ones."""
    groups: dict[Shared, list[tuple[float, int, Part]]] = {}
    for number, (step, route) in enumerate(traffic.routes.items()):
        start, end = traffic.ends[step]
        tail, head = Part(step, Tip.TAIL), Part(step, Tip.HEAD)
        groups.setdefault(Door(start, route.leaves), []).append((_lean(start, end, route.leaves), number, tail))
        groups.setdefault(Door(end, route.enters), []).append((_lean(end, start, route.enters), number, head))
        for index, run in enumerate(route.runs):
            if run.along in {Along.AISLE, Along.GUTTER, Along.CHANNEL}:
                span = abs(start.row - end.row)
                groups.setdefault(Run(run.along, run.index), []).append((span, number, Part(step, index)))
    for shared, members in groups.items():
        yield shared, tuple(part for _, _, part in sorted(members, key=lambda member: member[:2]))


def _lean(here: Cell, there: Cell, side: Side) -> float:
    return there.column - here.column if side in {Side.TOP, Side.BOTTOM} else there.row - here.row


def _tangle(lines: Mapping[StepId, Sequence[Point]], current: Current) -> int:
    parts = [
        (step, min(a.x, b.x), max(a.x, b.x), min(a.y, b.y), max(a.y, b.y))
        for step, line in lines.items()
        for a, b in pairwise(line)
    ]
    price = 0
    for index, (step, left, right, top, bottom) in enumerate(parts):
        for other, left2, right2, top2, bottom2 in parts[index + 1 :]:
            if step == other or left > right2 or left2 > right or top > bottom2 or top2 > bottom:
                continue
            if (left == right) == (left2 == right2):
                price += ON_TOP
            else:
                price += TOGETHER if current.meet(step, other) else APART
    return price
