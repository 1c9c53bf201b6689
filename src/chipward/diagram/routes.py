"""The ways an arrow can take: through which columns, gutters and channels, not yet at which exact place.

Between the columns run gutters, between the rows run channels; neither ever holds a box, and both are made
as wide as their traffic needs. So there is always a way, and no way ever runs through a box.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from chipward.diagram.grid import Cell, Grid


class Side(Enum):
    """A side of a box."""

    TOP = "top"
    BOTTOM = "bottom"
    LEFT = "left"
    RIGHT = "right"


class Along(Enum):
    """What a run of an arrow follows."""

    COLUMN = "column"  # straight down through free cells, from or to the box of a column
    AISLE = "aisle"  # straight down through free cells of a column that it only passes
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
        return self.along not in (Along.CHANNEL, Along.ROW)  # asked very often

    @property
    def place(self) -> float:
        """Where it lies on squared paper, where a cell is 1 by 1 and gutters and channels are the lines between."""
        return self.index + (0 if self.along in {Along.GUTTER, Along.CHANNEL} else 0.5)


@dataclass(frozen=True, slots=True)
class Route:
    """From a side of one box to a side of another by runs that turn at right angles."""

    leaves: Side
    runs: tuple[Run, ...]
    enters: Side


def find_routes(grid: Grid, start: Cell, end: Cell) -> Iterator[Route]:
    """All ways from one box to another in another row, the plainest first."""
    yield from _with_one_bend_at_most(grid, start, end)
    yield from _through_aisles(grid, start, end)
    yield from _through_gutters(start, end)
    if end.row > start.row:
        yield from _through_channels(grid, start, end)


def _with_one_bend_at_most(grid: Grid, start: Cell, end: Cell) -> Iterator[Route]:
    """Straight, or like a bracket over free cells."""
    (i, a), (j, b) = start, end
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


def _through_aisles(grid: Grid, start: Cell, end: Cell) -> Iterator[Route]:
    """Out to a free column, along it and back."""
    (i, a), (j, b) = start, end
    for aisle in sorted({*range(grid.columns)} - {a, b}):
        leaves, enters = (Side.LEFT if aisle < column else Side.RIGHT for column in (a, b))
        there, back = (range(min(aisle, column) + 1, max(aisle, column)) for column in (a, b))
        free = grid.is_clear([i], there) and grid.is_clear([j], back)
        if free and grid.is_clear(range(min(i, j), max(i, j) + 1), [aisle]):
            yield Route(leaves, (Run(Along.ROW, i), Run(Along.AISLE, aisle), Run(Along.ROW, j)), enters)


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
        for gutter in range(grid.columns + 1):
            yield Route(Side.BOTTOM, (*first, Run(Along.GUTTER, gutter), *last), Side.TOP)


def _gutters_beside(cell: Cell) -> tuple[tuple[int, Side], ...]:
    return (cell.column, Side.LEFT), (cell.column + 1, Side.RIGHT)


def _channels_between(start: Cell, end: Cell) -> list[int]:
    """The channel below the upper row and the one above the lower."""
    upper, lower = sorted((start.row, end.row))
    return sorted({upper + 1, lower})
