"""In which order arrows share a side, a gutter or a channel, so that they cross least."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TypeVar

from chipward.diagram.grid import Cell
from chipward.diagram.routes import Along, Run, Side
from chipward.diagram.rows import Current
from chipward.diagram.shapes import Point
from chipward.diagram.tracks import Door, Measures, Orders, Port, Stretch, Tip, Traffic, put
from chipward.model.ids import StepId

Item = TypeVar("Item")

TOGETHER, APART, ON_TOP = 3, 1, 30  # prices of a crossing on one path, on two, and of running on one line


def order(traffic: Traffic, current: Current, measures: Measures) -> Orders:
    """Start from a likely order and swap neighbours while that helps."""
    orders = _likely(traffic)
    lowest = _tangle(put(traffic, orders, measures).lines, current)
    improved = True
    while improved and lowest:
        improved = False
        for swap in _swaps(orders):
            trial = swap(orders)
            tangle = _tangle(put(traffic, trial, measures).lines, current)
            if tangle < lowest:
                orders, lowest, improved = trial, tangle, True
    return orders


def _swaps(orders: Orders) -> Iterator[Callable[[Orders], Orders]]:
    """Every exchange of two neighbours. Each keeps what the ones before it have changed."""
    for door, ports in orders.ports.items():
        for at in range(len(ports) - 1):
            yield partial(_swap_ports, door, at)
    for run, stretches in orders.lanes.items():
        for at in range(len(stretches) - 1):
            yield partial(_swap_lanes, run, at)


def _swap_ports(door: Door, at: int, orders: Orders) -> Orders:
    return replace(orders, ports={**orders.ports, door: _swap(orders.ports[door], at)})


def _swap_lanes(run: Run, at: int, orders: Orders) -> Orders:
    return replace(orders, lanes={**orders.lanes, run: _swap(orders.lanes[run], at)})


def _swap(items: tuple[Item, ...], at: int) -> tuple[Item, ...]:
    return (*items[:at], items[at + 1], items[at], *items[at + 2 :])


def _likely(traffic: Traffic) -> Orders:
    """Sort arrows on a side by where they lead, and short ways inside long ones."""
    ports: dict[Door, list[tuple[float, Port]]] = {}
    lanes: dict[Run, list[tuple[float, Stretch]]] = {}
    for step, route in traffic.routes.items():
        start, end = traffic.ends[step]
        for tip, here, there, side in ((Tip.TAIL, start, end, route.leaves), (Tip.HEAD, end, start, route.enters)):
            ports.setdefault(Door(here, side), []).append((_lean(here, there, side), Port(step, tip)))
        for index, run in enumerate(route.runs):
            if run.along in {Along.AISLE, Along.GUTTER, Along.CHANNEL}:
                lanes.setdefault(run, []).append((abs(start.row - end.row), Stretch(step, index)))
    return Orders(
        ports={door: tuple(port for _, port in sorted(members, key=_first)) for door, members in ports.items()},
        lanes={run: tuple(stretch for _, stretch in sorted(members, key=_first)) for run, members in lanes.items()},
    )


def _first(member: tuple[float, object]) -> float:
    return member[0]


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
