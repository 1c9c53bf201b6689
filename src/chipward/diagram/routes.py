"""Which way each arrow takes: through which columns, gutters and channels, not yet at which exact place.

Between the columns run gutters, between the rows run channels; neither ever holds a box, and both are made
as wide as their traffic needs. So there is always a way, and no way ever runs through a box.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from chipward.diagram.grid import COLUMNS, Cell, Grid
from chipward.model.explainer import Explainer
from chipward.model.ids import StageId, StepId


class Side(Enum):
    """A side of a box."""

    TOP = "top"
    BOTTOM = "bottom"
    LEFT = "left"
    RIGHT = "right"


class Along(Enum):
    """What a run of an arrow follows."""

    COLUMN = "column"  # straight down through free cells
    GUTTER = "gutter"  # down between two columns; gutter c is left of column c
    CHANNEL = "channel"  # across between two rows; channel r is above row r
    ROW = "row"  # across at the height of the boxes of a row


@dataclass(frozen=True, slots=True)
class Run:
    """One straight part of an arrow."""

    along: Along
    index: int

    @property
    def is_vertical(self) -> bool:
        """Say whether it goes up or down."""
        return self.along in {Along.COLUMN, Along.GUTTER}


@dataclass(frozen=True, slots=True)
class Route:
    """From a side of one box to a side of another by runs that turn at right angles."""

    leaves: Side
    runs: tuple[Run, ...]
    enters: Side


def choose_routes(explainer: Explainer, grid: Grid, trunk: Sequence[StageId]) -> Mapping[StepId, Route]:
    """Pick for each arrow the way that bends and crosses least, the trunk first, then short ones before long ones."""
    on_trunk = {f"{start}--{end}" for start, end in pairwise(trunk)}
    cells = {step.id: (grid.cells[step.start], grid.cells[step.end]) for step in explainer.steps}
    order = sorted(cells, key=lambda step: (step not in on_trunk, abs(cells[step][0].row - cells[step][1].row)))
    ways = {step: [(route, _trace(route, *cells[step])) for route in _ways(grid, *cells[step])] for step in order}
    chosen: dict[StepId, tuple[Route, list[_Piece]]] = {}
    for _ in range(3):  # later rounds see all the others
        for step in order:
            others = [(other, pieces) for other, (_, pieces) in chosen.items() if other != step]
            chosen[step] = min(ways[step], key=lambda way, own=step, near=others: _cost(own, way, near, cells))  # type: ignore[misc]
    return {step.id: chosen[step.id][0] for step in explainer.steps}


def _ways(grid: Grid, start: Cell, end: Cell) -> Iterator[Route]:
    yield from _with_one_bend_at_most(grid, start, end)
    yield from _through_gutters(start, end)
    if end.row > start.row:
        yield from _through_channels(grid, start, end)


def _with_one_bend_at_most(grid: Grid, start: Cell, end: Cell) -> Iterator[Route]:
    """Straight, or like a bracket over free cells."""
    (i, a), (j, b) = start, end
    if i == j:
        return
    tail, tip = (Side.BOTTOM, Side.TOP) if j > i else (Side.TOP, Side.BOTTOM)
    between_rows = range(min(i, j) + 1, max(i, j))
    if a == b:
        if grid.is_clear(between_rows, [a]):
            yield Route(tail, (Run(Along.COLUMN, a),), tip)
        return
    toward, back = (Side.RIGHT, Side.LEFT) if b > a else (Side.LEFT, Side.RIGHT)
    between_columns = range(min(a, b) + 1, max(a, b))
    if grid.is_clear([i], [*between_columns, b]) and grid.is_clear(between_rows, [b]):
        yield Route(toward, (Run(Along.ROW, i), Run(Along.COLUMN, b)), tip)
    if grid.is_clear([j], [*between_columns, a]) and grid.is_clear(between_rows, [a]):
        yield Route(tail, (Run(Along.COLUMN, a), Run(Along.ROW, j)), back)


def _through_gutters(start: Cell, end: Cell) -> Iterator[Route]:
    """From side to side. There is always such a way."""
    for one, leaves in _gutters_beside(start):
        first = (Run(Along.ROW, start.row), Run(Along.GUTTER, one))
        for other, enters in _gutters_beside(end):
            if one == other:
                yield Route(leaves, (*first, Run(Along.ROW, end.row)), enters)
                continue
            for channel in _channels_between(start, end):
                last = (Run(Along.GUTTER, other), Run(Along.ROW, end.row))
                yield Route(leaves, (*first, Run(Along.CHANNEL, channel), *last), enters)


def _through_channels(grid: Grid, start: Cell, end: Cell) -> Iterator[Route]:
    """Down, across and down again, from the bottom of a box or to the top of one or both."""
    (i, a), (j, b) = start, end
    if a != b:
        for channel in _channels_between(start, end):
            if grid.is_clear(range(i + 1, channel), [a]) and grid.is_clear(range(channel, j), [b]):
                runs = (Run(Along.COLUMN, a), Run(Along.CHANNEL, channel), Run(Along.COLUMN, b))
                yield Route(Side.BOTTOM, runs, Side.TOP)
    first, last = (Run(Along.COLUMN, a), Run(Along.CHANNEL, i + 1)), (Run(Along.CHANNEL, j), Run(Along.COLUMN, b))
    for gutter, enters in _gutters_beside(end):
        yield Route(Side.BOTTOM, (*first, Run(Along.GUTTER, gutter), Run(Along.ROW, j)), enters)
    for gutter, leaves in _gutters_beside(start):
        yield Route(leaves, (Run(Along.ROW, i), Run(Along.GUTTER, gutter), *last), Side.TOP)
    if j > i + 1:
        for gutter in range(len(COLUMNS) + 1):
            yield Route(Side.BOTTOM, (*first, Run(Along.GUTTER, gutter), *last), Side.TOP)


def _gutters_beside(cell: Cell) -> tuple[tuple[int, Side], ...]:
    return (cell.column, Side.LEFT), (cell.column + 1, Side.RIGHT)


def _channels_between(start: Cell, end: Cell) -> list[int]:
    """The channel below the upper row and the one above the lower."""
    upper, lower = sorted((start.row, end.row))
    return sorted({upper + 1, max(lower, upper + 1)})


@dataclass(frozen=True, slots=True)
class _Piece:
    """A run on squared paper: at ``place`` across its direction, from ``low`` to ``high`` along it."""

    run: Run
    place: float
    low: float
    high: float


def _trace(route: Route, start: Cell, end: Cell) -> list[_Piece]:
    """Put a route on squared paper, where a cell is 1 by 1 and gutters and channels are the lines between."""
    spots = [_spot(route.leaves, start), *(_place(run) for run in route.runs), _spot(route.enters, end)]
    pieces = []
    for before, run, after in zip(spots, route.runs, spots[2:], strict=False):
        pieces.append(_Piece(run, _place(run), min(before, after), max(before, after)))
    return pieces


def _spot(side: Side, cell: Cell) -> float:
    return {
        Side.TOP: cell.row + 0.2,
        Side.BOTTOM: cell.row + 0.8,
        Side.LEFT: cell.column + 0.1,
        Side.RIGHT: cell.column + 0.9,
    }[side]


def _place(run: Run) -> float:
    return run.index + (0.5 if run.along in {Along.COLUMN, Along.ROW} else 0)


def _cost(
    step: StepId,
    way: tuple[Route, list[_Piece]],
    others: Sequence[tuple[StepId, list[_Piece]]],
    cells: Mapping[StepId, tuple[Cell, Cell]],
) -> float:
    route, pieces = way
    cost = 1.2 * (len(pieces) - 1) + sum(0.35 * (piece.high - piece.low) for piece in pieces)
    cost += 0.4 * (Along.CHANNEL in {run.along for run in route.runs})
    cost += 0.3 * sum(run.along is Along.GUTTER and run.index in {0, len(COLUMNS)} for run in route.runs)
    for other, theirs in others:
        shared = len(set(cells[step]) & set(cells[other]))
        cost += sum(_clash(one, two, shared) for one in pieces for two in theirs)
    return cost


def _clash(one: _Piece, two: _Piece, shared: int) -> float:
    if one.run.is_vertical != two.run.is_vertical:
        crosses = one.low < two.place < one.high and two.low < one.place < two.high
        return 4.0 * crosses
    if one.run != two.run or min(one.high, two.high) <= max(one.low, two.low):
        return 0
    if one.run.along in {Along.GUTTER, Along.CHANNEL}:
        return 0.6  # each gets a lane of its own, at the price of room
    return 1.5 if shared else 30.0
