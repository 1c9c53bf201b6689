"""Where everything of an explainer stands. Laid out once for all of its paths, so that nothing moves between them."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import ceil, inf

from chipward.diagram.grid import Cell, Grid, place_in_one_column, place_in_three_columns
from chipward.diagram.labels import ASIDE, HEIGHT, Scene, place_labels
from chipward.diagram.measure import KIND, safe_width
from chipward.diagram.orders import order
from chipward.diagram.routing import choose_routes
from chipward.diagram.rows import Current, find_current
from chipward.diagram.shapes import Arrow, Band, Layout, Rect, parts_of
from chipward.diagram.text import HEADING_LINE, fill_box, heading, heading_room, height_of, width_of
from chipward.diagram.tracks import Measures, Placed, Traffic, put
from chipward.model.explainer import Explainer
from chipward.model.layer import Layer

GUTTER, RIM = 32.0, 12.0
BETWEEN_ROWS = 44.0
ABOVE_HAIRLINE, BELOW_HAIRLINE = 30.0, 26.0
NARROW_BOX = 204.0
HEADING_ROOM = 60.0  # for a heading that must be broken because an arrow comes down through it


def lay_out(explainer: Explainer, *, narrow: bool = False) -> Layout:
    """Lay out the union of all paths; ``narrow`` is for the width of a phone."""
    current = find_current(explainer)
    grid = place_in_one_column(explainer, current) if narrow else place_in_three_columns(explainer, current)
    ends = {step.id: (grid.cells[step.start], grid.cells[step.end]) for step in explainer.steps}
    kinds = {step.id: step.kind for step in explainer.steps}
    traffic = Traffic(grid, ends, choose_routes(explainer, grid, current))
    measures = _first_measures(explainer, grid)
    orders = order(traffic, current, measures)
    broken: frozenset[Layer] = frozenset()
    while True:
        placed = put(traffic, orders, measures)
        bands = _bands(grid, placed, measures, broken)
        struck = frozenset(band.layer for band in bands if _is_struck(band, placed)) - broken
        if struck:
            broken |= struck
            measures = _taller(measures, {grid.first_rows[layer]: HEADING_LINE for layer in struck}, strips=True)
            continue
        labels, homeless = place_labels(kinds, _scene(bands, placed, current))
        if not homeless:
            break
        measures = _taller(measures, {_channel_below(ends[step]): HEIGHT + 4 for step in homeless})
    boxes = {stage.id: fill_box(stage, placed.rects[grid.cells[stage.id]]) for stage in explainer.stages}
    arrows = {step: Arrow(step, placed.lines[step], label, step in current.returns) for step, label in labels.items()}
    return Layout(narrow, placed.width, placed.height, bands, boxes, arrows)


def _first_measures(explainer: Explainer, grid: Grid) -> Measures:
    """Sizes before anything has asked for more room."""
    box = width_of(explainer) if grid.columns > 1 else NARROW_BOX
    rows = [0.0] * grid.rows
    for stage in explainer.stages:
        row = grid.cells[stage.id].row
        rows[row] = max(rows[row], height_of(stage, box))
    inner = [row in grid.first_rows.values() for row in range(1, grid.rows)]
    channels = [BELOW_HAIRLINE + ABOVE_HAIRLINE if starts else BETWEEN_ROWS for starts in inner]
    strips = [BELOW_HAIRLINE if starts else 0 for starts in inner]
    measures = Measures(
        box=box,
        rows=tuple(rows),
        channels=(BELOW_HAIRLINE + 1, *channels, RIM),
        strips=(BELOW_HAIRLINE, *strips, 0),
        gutters=(RIM, *[GUTTER] * (grid.columns - 1), RIM),
        lane=12,
        shoulder=16,
    )
    if grid.columns > 1:
        return measures
    label = max(safe_width(step.kind, KIND) for step in explainer.steps) + ASIDE + 2
    rim = max(RIM, ceil(label - box / 2))  # a label fits beside any arrow in the middle of a box
    return replace(measures, gutters=(rim, rim), lane=10, shoulder=20)  # and between that arrow and one beside the box


def _taller(measures: Measures, more: Mapping[int, float], *, strips: bool = False) -> Measures:
    """Make channels taller, below their hairlines if it is for the headings."""
    channels = tuple(height + more.get(row, 0) for row, height in enumerate(measures.channels))
    if not strips:
        return replace(measures, channels=channels)
    return replace(
        measures,
        channels=channels,
        strips=tuple(height + more.get(row, 0) for row, height in enumerate(measures.strips)),
    )


def _bands(grid: Grid, placed: Placed, measures: Measures, broken: frozenset[Layer]) -> tuple[Band, ...]:
    x = placed.lefts[0] if placed.lefts[0] > RIM else 0  # clear of arrows on the left edge
    bands = []
    for layer, row in grid.first_rows.items():
        y = placed.tops[row] - measures.strips[row]
        bands.append(Band(layer, y, heading(layer, x, y, HEADING_ROOM if layer in broken else inf)))
    return tuple(bands)


def _is_struck(band: Band, placed: Placed) -> bool:
    rooms = [heading_room(line) for line in band.heading]
    return any(part.overlaps(room, 3) for line in placed.lines.values() for part in parts_of(line) for room in rooms)


def _scene(bands: Iterable[Band], placed: Placed, current: Current) -> Scene:
    bands = tuple(bands)
    headings = tuple(heading_room(line) for band in bands for line in band.heading)
    return Scene(
        frame=Rect(0, 0, placed.width, placed.height),
        solid=(*placed.rects.values(), *headings),
        hairlines=tuple(band.y for band in bands),
        parts={step: parts_of(line) for step, line in placed.lines.items()},
        lines=placed.lines,
        current=current,
    )


def _channel_below(ends: tuple[Cell, Cell]) -> int:
    return min(cell.row for cell in ends) + 1
