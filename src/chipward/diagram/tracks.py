"""The exact places of boxes and arrows, given the order in which arrows share a side, a gutter or a channel."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from chipward.diagram.grid import Cell, Grid
from chipward.diagram.routes import Along, Route, Run, Side
from chipward.diagram.shapes import Point, Rect
from chipward.model.ids import StepId

PORT = 26.0  # between two arrows that meet the top of a box
NOTCH = 13.0  # between two arrows that meet the side of a box


class Tip(Enum):
    """An end of an arrow."""

    TAIL = "tail"
    HEAD = "head"


class Port(NamedTuple):
    """Where an arrow meets a box."""

    step: StepId
    tip: Tip


class Stretch(NamedTuple):
    """One of the runs of an arrow, by its position."""

    step: StepId
    at: int


class Door(NamedTuple):
    """A side of a box."""

    cell: Cell
    side: Side


@dataclass(frozen=True, slots=True)
class Orders:
    """In which order arrows stand: their ends on a side of a box, and their runs in a gutter or channel."""

    ports: Mapping[Door, tuple[Port, ...]]
    lanes: Mapping[Run, tuple[Stretch, ...]]


@dataclass(frozen=True, slots=True)
class Traffic:
    """All arrows of a picture: their ends and the ways they take."""

    grid: Grid
    ends: Mapping[StepId, tuple[Cell, Cell]]
    routes: Mapping[StepId, Route]


@dataclass(frozen=True, slots=True)
class Measures:
    """The sizes that a picture is built from."""

    box: float  # the width of a box
    rows: tuple[float, ...]  # the height of each row of boxes
    channels: tuple[float, ...]  # the least height of each channel
    strips: tuple[float, ...]  # the lower part of each channel that is kept for the heading of a band
    gutters: tuple[float, ...]  # the least width of each gutter
    lane: float  # between two arrows that run side by side
    shoulder: float  # between a box and the first arrow that runs beside it


@dataclass(frozen=True, slots=True)
class Placed:
    """Boxes and arrows at exact places."""

    rects: Mapping[Cell, Rect]
    lefts: tuple[float, ...]  # of the columns
    tops: tuple[float, ...]  # of the rows
    lines: Mapping[StepId, tuple[Point, ...]]
    width: float
    height: float


def put(traffic: Traffic, orders: Orders, measures: Measures) -> Placed:
    """Work out the places."""
    lanes = {run: _pack(traffic, stretches) for run, stretches in orders.lanes.items()}
    gutters, channels = list(measures.gutters), list(measures.channels)
    for run, packed in lanes.items():
        width = 2 * measures.shoulder + measures.lane * max(packed.values())
        if run.along is Along.GUTTER:
            gutters[run.index] = max(gutters[run.index], width)
        elif run.along is Along.CHANNEL:
            channels[run.index] = max(channels[run.index], width + measures.strips[run.index])
    lefts, right = _starts(gutters, [measures.box] * traffic.grid.columns)
    tops, bottom = _starts(channels, measures.rows)
    middles = {
        **{Run(Along.GUTTER, at): (x - gutters[at] / 2) for at, x in enumerate([*lefts, right])},
        **{Run(Along.AISLE, at): (x + measures.box / 2) for at, x in enumerate(lefts)},
        **{
            Run(Along.CHANNEL, at): (y - (channels[at] + measures.strips[at]) / 2)
            for at, y in enumerate([*tops, bottom])
        },
    }
    tracks = {
        stretch: middles[run] + measures.lane * (lane - max(packed.values()) / 2)
        for run, packed in lanes.items()
        for stretch, lane in packed.items()
    }
    rects = {
        cell: Rect(lefts[cell.column], tops[cell.row], measures.box, measures.rows[cell.row])
        for cell in traffic.grid.cells.values()
    }
    ports = {
        port: place
        for door, ports in orders.ports.items()
        for port, place in _ports(traffic, door, ports, rects[door.cell], _nudge(door, orders))
    }
    lines = {step: _line(step, route, ports, tracks) for step, route in traffic.routes.items()}
    return Placed(rects, tuple(lefts), tuple(tops), lines, right, bottom)


def _starts(gaps: Sequence[float], sizes: Sequence[float]) -> tuple[list[float], float]:
    """Where things start that stand between gaps, and where the last gap ends."""
    starts, here = [], 0.0
    for gap, size in zip(gaps, sizes, strict=False):
        starts.append(here + gap)
        here += gap + size
    return starts, here + gaps[-1]


def _pack(traffic: Traffic, stretches: Sequence[Stretch]) -> dict[Stretch, int]:
    """Give each run a lane: a further one where it would touch an earlier run, the same one where it would not."""
    lanes: dict[Stretch, int] = {}
    spans: dict[Stretch, tuple[float, float]] = {}
    for stretch in stretches:
        low, high = spans[stretch] = _extent(traffic, stretch)
        rivals = [lanes[other] for other in lanes if spans[other][0] <= high and low <= spans[other][1]]
        lanes[stretch] = max(rivals, default=-1) + 1
    return lanes


def _extent(traffic: Traffic, stretch: Stretch) -> tuple[float, float]:
    """How far a run goes, in rows or columns."""
    runs = traffic.routes[stretch.step].runs
    places = (runs[stretch.at - 1].place, runs[stretch.at + 1].place)
    return min(places), max(places)


def _nudge(door: Door, orders: Orders) -> float:
    """Keep arrows out of each other's way that leave two neighbours into the gutter between them."""
    (row, column), side = door
    if side is Side.RIGHT and Door(Cell(row, column + 1), Side.LEFT) in orders.ports:
        return NOTCH / 8
    if side is Side.LEFT and Door(Cell(row, column - 1), Side.RIGHT) in orders.ports:
        return -NOTCH / 8
    return 0


def _ports(
    traffic: Traffic, door: Door, ports: Sequence[Port], rect: Rect, nudge: float
) -> Iterator[tuple[Port, Point]]:
    upright = door.side in {Side.TOP, Side.BOTTOM}
    anchor = (len(ports) - 1) / 2
    for index, port in enumerate(ports):
        if upright and len(traffic.routes[port.step].runs) == 1:
            anchor = index  # a straight arrow stands in the middle of both its boxes
    room = (rect.width if upright else rect.height) / 2 - 12
    gap = min(PORT if upright else NOTCH, room / max(anchor, len(ports) - 1 - anchor, 1))
    for index, port in enumerate(ports):
        offset = (index - anchor) * gap + nudge
        if upright:
            yield port, Point(rect.middle.x + offset, rect.y if door.side is Side.TOP else rect.bottom)
        else:
            yield port, Point(rect.x if door.side is Side.LEFT else rect.right, rect.middle.y + offset)


def _line(
    step: StepId, route: Route, ports: Mapping[Port, Point], tracks: Mapping[Stretch, float]
) -> tuple[Point, ...]:
    tail, head = ports[Port(step, Tip.TAIL)], ports[Port(step, Tip.HEAD)]
    places = []
    for index, run in enumerate(route.runs):
        port = tail if index == 0 else head
        places.append(tracks.get(Stretch(step, index), port.x if run.is_vertical else port.y))
    corners = [tail]
    for run, place, following in zip(route.runs, places, places[1:], strict=False):
        corners.append(Point(place, following) if run.is_vertical else Point(following, place))
    return (*corners, head)
