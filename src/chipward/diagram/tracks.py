"""The order in which arrows share a side, a gutter or a channel, and the exact places that follow from it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from chipward.diagram.grid import COLUMNS, Cell, Grid
from chipward.diagram.routes import Along, Route, Side
from chipward.diagram.shapes import Point, Rect
from chipward.model.ids import StepId

LANE = 12.0  # between two arrows that run side by side
PORT = 26.0  # between two arrows that meet the top of a box
NOTCH = 13.0  # between two arrows that meet the side of a box


class Group(NamedTuple):
    """A side of a box, a gutter or a channel: something that arrows share."""

    owner: Cell | Along
    at: Side | int


class End(NamedTuple):
    """A member of a group: a run of an arrow, by its position; -1 for the tail and -2 for the tip."""

    step: StepId
    run: int


TAIL, TIP = -1, -2
Orders = Mapping[Group, tuple[End, ...]]


@dataclass(frozen=True, slots=True)
class Measures:
    """The sizes that a picture is built from."""

    left: float  # where the first gutter starts
    box: float  # the width of a box
    rows: tuple[float, ...]  # the height of each row of boxes
    channels: tuple[float, ...]  # the least height of each channel
    gutters: tuple[float, ...]  # the least width of each gutter


@dataclass(frozen=True, slots=True)
class Placed:
    """Boxes and arrows at exact places."""

    rects: Mapping[Cell, Rect]
    lines: Mapping[StepId, tuple[Point, ...]]
    channels: tuple[tuple[float, float], ...]  # top and bottom of each
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Traffic:
    """All arrows of a picture: their ends and the ways they take."""

    grid: Grid
    ends: Mapping[StepId, tuple[Cell, Cell]]
    routes: Mapping[StepId, Route]


def arrange(traffic: Traffic, measures: Measures) -> Placed:
    """Order what is shared so that arrows cross least, by swapping neighbours while that helps."""
    orders = dict(_first_orders(traffic))
    best = put(traffic, orders, measures)
    lowest = tangle(best.lines)
    improved = True
    while improved and lowest:
        improved = False
        for group in list(orders):
            for index in range(len(orders[group]) - 1):
                members = orders[group]
                swapped = (*members[:index], members[index + 1], members[index], *members[index + 2 :])
                trial = orders | {group: swapped}
                placed = put(traffic, trial, measures)
                cost = tangle(placed.lines)
                if cost < lowest:
                    orders, best, lowest, improved = trial, placed, cost, True
    return best


def tangle(lines: Mapping[StepId, Sequence[Point]]) -> int:
    """Count where arrows cross, and ten times where they run on top of each other."""
    parts = [
        (step, min(a.x, b.x), max(a.x, b.x), min(a.y, b.y), max(a.y, b.y))
        for step, line in lines.items()
        for a, b in pairwise(line)
    ]
    count = 0
    for index, (step, left, right, top, bottom) in enumerate(parts):
        for other, left2, right2, top2, bottom2 in parts[index + 1 :]:
            if step == other or left > right2 or left2 > right or top > bottom2 or top2 > bottom:
                continue
            if (left == right) == (left2 == right2):
                count += 10
            elif left == right:
                count += left2 < left < right2 and top < top2 < bottom
            else:
                count += left < left2 < right and top2 < top < bottom2
    return count


def _first_orders(traffic: Traffic) -> Iterator[tuple[Group, tuple[End, ...]]]:
    groups: dict[Group, list[tuple[float, End]]] = {}
    for step, route in traffic.routes.items():
        start, end = traffic.ends[step]
        groups.setdefault(Group(start, route.leaves), []).append((_lean(start, end, route.leaves), End(step, TAIL)))
        groups.setdefault(Group(end, route.enters), []).append((_lean(end, start, route.enters), End(step, TIP)))
        for index, run in enumerate(route.runs):
            if run.along in {Along.GUTTER, Along.CHANNEL}:
                span = abs(start.row - end.row)
                groups.setdefault(Group(run.along, run.index), []).append((span, End(step, index)))
    for group, members in groups.items():
        yield group, tuple(end for _, end in sorted(members))


def _lean(here: Cell, there: Cell, side: Side) -> float:
    """Sort the ends on a side by where their arrows come from or go to."""
    if side in {Side.TOP, Side.BOTTOM}:
        return there.column - here.column
    return there.row - here.row


def put(traffic: Traffic, orders: Orders, measures: Measures) -> Placed:
    """Work out exact places from the orders."""
    lanes = {group: _pack(traffic, members) for group, members in orders.items() if isinstance(group.owner, Along)}
    gutters = _widths(measures.gutters, lanes, Along.GUTTER)
    channels = _widths(measures.channels, lanes, Along.CHANNEL)
    lefts = _starts(measures.left, gutters, [measures.box] * len(COLUMNS))
    tops = _starts(0, channels, measures.rows)
    rects = {
        cell: Rect(lefts[cell.column], tops[cell.row], measures.box, measures.rows[cell.row])
        for cell in traffic.grid.cells.values()
    }
    right, bottom = lefts[-1] + measures.box + gutters[-1], tops[-1] + measures.rows[-1] + channels[-1]
    edges = [*tops, bottom + 0.0]
    spans = tuple((edge - channels[row], edge) for row, edge in enumerate(edges))
    across = [*lefts, right]
    gaps = tuple((edge - gutters[column], edge) for column, edge in enumerate(across))
    ports = {end: place for group, members in orders.items() for end, place in _ports(traffic, group, members, rects)}
    tracks = {
        end: _spread(*(gaps if group.owner is Along.GUTTER else spans)[group.at], lane, max(packed.values()) + 1)  # type: ignore[index]
        for group, packed in lanes.items()
        for end, lane in packed.items()
    }
    lines = {step: _line(step, route, ports, tracks) for step, route in traffic.routes.items()}
    return Placed(rects, lines, spans, right, bottom)


def _widths(least: Sequence[float], lanes: Mapping[Group, Mapping[End, int]], along: Along) -> list[float]:
    wide = list(least)
    for group, packed in lanes.items():
        if group.owner is along:
            wide[int(group.at)] = max(wide[int(group.at)], LANE * (max(packed.values()) + 2))  # type: ignore[arg-type]
    return wide


def _starts(first: float, gaps: Sequence[float], sizes: Sequence[float]) -> list[float]:
    starts, here = [], first
    for gap, size in zip(gaps, sizes, strict=False):
        starts.append(here + gap)
        here += gap + size
    return starts


def _spread(low: float, high: float, lane: int, lanes: int) -> float:
    return (low + high) / 2 + LANE * (lane - (lanes - 1) / 2)


def _pack(traffic: Traffic, members: Sequence[End]) -> dict[End, int]:
    """Give each run a lane: in their order where they would touch, the same one where they would not."""
    lanes: dict[End, int] = {}
    spans: dict[End, tuple[float, float]] = {}
    for end in members:
        low, high = spans[end] = _extent(traffic, end)
        rivals = [lanes[other] for other in lanes if spans[other][0] <= high and low <= spans[other][1]]
        lanes[end] = max(rivals, default=-1) + 1
    return lanes


def _extent(traffic: Traffic, end: End) -> tuple[float, float]:
    """How far a run goes, in rows or columns."""
    route = traffic.routes[end.step]
    before, after = route.runs[end.run - 1], route.runs[end.run + 1]
    places = [run.index + (0.5 if run.along in {Along.COLUMN, Along.ROW} else 0) for run in (before, after)]
    return min(places), max(places)


def _ports(
    traffic: Traffic, group: Group, members: Sequence[End], rects: Mapping[Cell, Rect]
) -> Iterator[tuple[End, Point]]:
    if not isinstance(group.owner, Cell):
        return
    rect = rects[group.owner]
    middle = rect.middle
    upright = group.at in {Side.TOP, Side.BOTTOM}
    anchor = (len(members) - 1) / 2
    for index, end in enumerate(members):
        if upright and len(traffic.routes[end.step].runs) == 1:
            anchor = index  # a straight arrow stands in the middle of both its boxes
    half = (rect.width if upright else rect.height) / 2 - 10
    step = min(PORT if upright else NOTCH, half / max(anchor, len(members) - 1 - anchor, 1))
    for index, end in enumerate(members):
        offset = (index - anchor) * step
        if upright:
            yield end, Point(middle.x + offset, rect.y if group.at is Side.TOP else rect.bottom)
        else:
            yield end, Point(rect.x if group.at is Side.LEFT else rect.right, middle.y + offset)


def _line(step: StepId, route: Route, ports: Mapping[End, Point], tracks: Mapping[End, float]) -> tuple[Point, ...]:
    tail, tip = ports[End(step, TAIL)], ports[End(step, TIP)]
    places = []
    for index, run in enumerate(route.runs):
        port = tail if index == 0 else tip
        fixed = port.x if run.is_vertical else port.y
        places.append(fixed if run.along in {Along.COLUMN, Along.ROW} else tracks[End(step, index)])
    corners = [tail]
    for run, place, following in zip(route.runs, places, places[1:], strict=False):
        corners.append(Point(place, following) if run.is_vertical else Point(following, place))
    return (*corners, tip)
