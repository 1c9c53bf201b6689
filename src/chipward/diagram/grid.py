"""In which row and column each stage stands.

In a wide picture the trunk has the middle column to itself, and branches stand left and right of it. In a narrow
one everything stands in one column.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import igraph  # type: ignore[import-untyped]  # it ships no types

from chipward.diagram.rows import Current
from chipward.model.explainer import Explainer
from chipward.model.ids import StageId
from chipward.model.layer import Layer

LEFT, MIDDLE, RIGHT = 0, 1, 2


class Cell(NamedTuple):
    """A place for one stage."""

    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of all stages, and the first row of each band."""

    columns: int
    rows: int
    cells: Mapping[StageId, Cell]
    first_rows: Mapping[Layer, int]

    def is_clear(self, rows: Iterable[int], columns: Iterable[int]) -> bool:
        """Say whether no stage stands in any of these rows and columns."""
        taken = set(self.cells.values())
        columns = tuple(columns)
        return not any(Cell(row, column) in taken for row in rows for column in columns)


def place_in_one_column(explainer: Explainer, current: Current) -> Grid:
    """Put everything below everything else."""
    return _fill(explainer, current, dict.fromkeys(current.order, 0), columns=1)


def place_in_three_columns(explainer: Explainer, current: Current) -> Grid:
    """Choose for every branch the side where it crosses least."""
    side = _sides_of_igraph(explainer, current)
    best = _fill(explainer, current, side)
    lowest = _cost(explainer, current, best)
    branches = [stage for stage in current.order if stage not in current.trunk]
    linked = [(step.start, step.end) for step in explainer.steps if {step.start, step.end} <= set(branches)]
    improved = True
    while improved:
        improved = False
        for moved in (*((stage,) for stage in branches), *linked):
            trial = side | {stage: LEFT + RIGHT - side[stage] for stage in moved}
            grid = _fill(explainer, current, trial)
            cost = _cost(explainer, current, grid)
            if cost < lowest - 1e-9:
                side, best, lowest, improved = trial, grid, cost, True
    return best


def _sides_of_igraph(explainer: Explainer, current: Current) -> dict[StageId, int]:
    """Start from the order that a layered layout (Sugiyama) gives, left and right of the trunk."""
    level = _levels(explainer, current)
    number = {stage: index for index, stage in enumerate(current.order)}
    links = [(number[step.start], number[step.end]) for step in current.down]
    graph = igraph.Graph(n=len(number), edges=links, directed=True)
    drawn = graph.layout_sugiyama(layers=[level[stage] for stage in current.order])
    x = {stage: drawn[index][0] for stage, index in number.items()}
    trunk = sorted((level[stage], x[stage]) for stage in current.trunk)
    side = {}
    for stage in current.order:
        beside = min(trunk, key=lambda point, own=level[stage]: abs(point[0] - own))[1]  # type: ignore[misc]
        side[stage] = MIDDLE if stage in current.trunk else LEFT if x[stage] < beside else RIGHT
    return side


def _levels(explainer: Explainer, current: Current) -> dict[StageId, int]:
    level = dict.fromkeys(current.order, 0)
    lowest = 0
    for layer in Layer:
        members = [stage for stage in current.order if explainer.stage[stage].layer is layer]
        for stage in members:
            above = [level[step.start] for step in current.down if step.end == stage and step.start in members]
            level[stage] = max([lowest, *(upper + 1 for upper in above)])
        lowest = max([lowest, *(level[stage] + 1 for stage in members)])
    return level


def _fill(explainer: Explainer, current: Current, side: Mapping[StageId, int], columns: int = 3) -> Grid:
    """Let every stage take the highest free cell of its column, in its band, below all that flow into it."""
    cells: dict[StageId, Cell] = {}
    first_rows: dict[Layer, int] = {}
    top = 0
    for layer in Layer:
        members = [stage for stage in current.order if explainer.stage[stage].layer is layer]
        if not members:
            continue
        first_rows[layer] = top
        for stage in members:
            above = [cells[step.start].row for step in current.down if step.end == stage and step.start in members]
            row = max([top, *(upper + 1 for upper in above)])
            while Cell(row, side[stage]) in cells.values():
                row += 1
            cells[stage] = Cell(row, side[stage])
        top = max(cells[stage].row for stage in members) + 1
    return Grid(columns, top, cells, first_rows)


def _cost(explainer: Explainer, current: Current, grid: Grid) -> float:
    """Judge a grid as if arrows were straight lines: crossings, boxes in the way, sideways moves, height."""
    lines = {step.id: (grid.cells[step.start], grid.cells[step.end]) for step in explainer.steps}
    cost = 5.0 * grid.rows
    for start, end in lines.values():
        cost += abs(start.column - end.column)
        if start.column == end.column:
            between = range(min(start.row, end.row) + 1, max(start.row, end.row))
            cost += 1.5 * sum(not grid.is_clear([row], [start.column]) for row in between)
    for one, other in combinations(lines, 2):
        if _cross(lines[one], lines[other]):
            cost += 3 if current.meet(one, other) else 1
    columns = [cell.column for cell in grid.cells.values()]
    return cost + 0.1 * abs(columns.count(LEFT) - columns.count(RIGHT))


def _cross(one: tuple[Cell, Cell], other: tuple[Cell, Cell]) -> bool:
    return _parts(*one, *other) and _parts(*other, *one)


def _parts(start: Cell, end: Cell, one: Cell, other: Cell) -> bool:
    """Say whether two places lie strictly on either side of a line."""

    def turn(place: Cell) -> int:
        return (end.row - start.row) * (place.column - start.column) - (end.column - start.column) * (
            place.row - start.row
        )

    return turn(one) * turn(other) < 0
