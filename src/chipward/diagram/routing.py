"""Which way each arrow takes: the one that bends and crosses least, given the ways of all others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from chipward.diagram.grid import Cell, Grid
from chipward.diagram.routes import Along, Route, Run, Side, find_routes
from chipward.diagram.rows import Current
from chipward.model.explainer import Explainer
from chipward.model.ids import StepId, step_id

BEND, LENGTH = 1.2, 0.35
CHANNEL = 0.4  # for leaving the beaten columns
RIM = 0.3  # for running along the edge of the picture
SQUEEZE = 0.2  # for each row beyond two in a gutter: it is narrow, and labels stand beside it
LANE = 0.6  # for a lane beside another
DOOR = 0.8  # for a place beside another on the same side of a box
ON_TOP = 30.0
TOGETHER, APART = 4.0, 2.0  # for crossing an arrow of the same path, and one that is never seen with it
ROUNDS = 3  # every round but the first sees the ways of all others


@dataclass(frozen=True, slots=True)
class _Turn:
    """Where a run is left to one side: -1 for left or up, 1 for right or down."""

    at: float
    side: int


@dataclass(frozen=True, slots=True)
class _Piece:
    """A run on squared paper: across its direction at ``place``, along it from ``low`` to ``high``."""

    run: Run
    upright: bool
    place: float
    low: float
    high: float
    turns: tuple[_Turn, ...]


@dataclass(frozen=True, slots=True)
class _Way:
    route: Route
    pieces: tuple[_Piece, ...]
    price: float  # without regard to others


@dataclass(frozen=True, slots=True)
class _Other:
    pieces: tuple[_Piece, ...]
    shares_a_box: bool
    crossing: float  # the price of it


def choose_routes(explainer: Explainer, grid: Grid, current: Current) -> Mapping[StepId, Route]:
    """Pick a way for each arrow: first the trunk, straight where it can be, then short arrows before long ones."""
    on_trunk = {step_id(start, end) for start, end in pairwise(current.trunk)}
    cells = {step.id: (grid.cells[step.start], grid.cells[step.end]) for step in explainer.steps}
    order = sorted(cells, key=lambda step: (step not in on_trunk, abs(cells[step][0].row - cells[step][1].row)))
    ways = {}
    for step in order:
        routes = list(find_routes(grid, *cells[step]))
        if step in on_trunk and len(routes[0].runs) == 1:
            routes = routes[:1]
        ways[step] = [_measure(route, *cells[step], grid.columns) for route in routes]
    chosen: dict[StepId, _Way] = {}
    for _ in range(ROUNDS):
        for step in order:
            others = [
                _Other(
                    way.pieces,
                    len(set(cells[step]) & set(cells[other])) == 1,
                    TOGETHER if current.meet(step, other) else APART,
                )
                for other, way in chosen.items()
                if other != step
            ]
            chosen[step] = min(ways[step], key=lambda way, near=others: _price(way, near))  # type: ignore[misc]
    return {step.id: chosen[step.id].route for step in explainer.steps}


def _measure(route: Route, start: Cell, end: Cell, columns: int) -> _Way:
    """Put a route on squared paper."""
    spots = [_spot(route.leaves, start), *(run.place for run in route.runs), _spot(route.enters, end)]
    pieces = []
    for at, run in enumerate(route.runs, start=1):
        before, after = spots[at - 1], spots[at + 1]
        turns = [
            _Turn(near, 1 if spots[far] > run.place else -1)
            for near, far in ((before, at - 2), (after, at + 2))
            if 0 <= far < len(spots)
        ]
        pieces.append(_Piece(run, run.is_vertical, run.place, min(before, after), max(before, after), tuple(turns)))
    price = BEND * (len(pieces) - 1) + LENGTH * sum(piece.high - piece.low for piece in pieces)
    for piece in pieces:
        if piece.run.along is Along.CHANNEL:
            price += CHANNEL
        if piece.run.along is Along.GUTTER:
            price += SQUEEZE * max(piece.high - piece.low - 2, 0) + RIM * (piece.run.index in {0, columns})
    return _Way(route, tuple(pieces), price)


def _spot(side: Side, cell: Cell) -> float:
    return {
        Side.TOP: cell.row + 0.2,
        Side.BOTTOM: cell.row + 0.8,
        Side.LEFT: cell.column + 0.1,
        Side.RIGHT: cell.column + 0.9,
    }[side]


def _price(way: _Way, others: Sequence[_Other]) -> float:
    return way.price + sum(_clash(one, two, other) for other in others for two in other.pieces for one in way.pieces)


def _clash(one: _Piece, two: _Piece, other: _Other) -> float:
    if one.upright != two.upright:
        return other.crossing * (one.low < two.place < one.high and two.low < one.place < two.high)
    if one.place != two.place or min(one.high, two.high) <= max(one.low, two.low):
        return 0
    if one.run == two.run and one.run.along in {Along.AISLE, Along.GUTTER, Along.CHANNEL}:
        return LANE + other.crossing * min(_crossings(one, two), _crossings(two, one))
    return DOOR if other.shares_a_box and one.run == two.run else ON_TOP


def _crossings(low: _Piece, high: _Piece) -> int:
    """Count how often two runs in one gutter or channel cross if the first takes the lower lane."""
    outward = sum(turn.side > 0 and high.low < turn.at < high.high for turn in low.turns)
    return outward + sum(turn.side < 0 and low.low < turn.at < low.high for turn in high.turns)
