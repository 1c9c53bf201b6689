"""Where everything of an explainer stands. Laid out once for all of its paths, so that nothing moves between them."""

from chipward.diagram.grid import COLUMNS, Grid, place
from chipward.diagram.labels import HEIGHT, Scene, place_labels
from chipward.diagram.measure import CAPTION, HEADING, NAME, Face, fallback_width, safe_width, width, wrap
from chipward.diagram.routes import choose_routes
from chipward.diagram.rows import find_current
from chipward.diagram.shapes import Arrow, Band, Box, Layout, Line, Rect
from chipward.diagram.tracks import Measures, Placed, Traffic, arrange
from chipward.model.explainer import Explainer, Stage

HEADINGS = 96.0  # the strip on the left that holds the names of the bands
BOX = 210.0
PAD = 16.0  # between the edge of a box and its text
SLACK = 6.0  # what must stay of it when the browser lacks the font
NAME_LINE, CAPTION_LINE = 19.0, 16.0
GUTTER, MARGIN = 30.0, 10.0
BETWEEN_ROWS, BETWEEN_BANDS = 46.0, 56.0
HAIRLINE = 24.0  # from the hairline of a band to its first row


def lay_out(explainer: Explainer) -> Layout:
    """Lay out the union of all paths."""
    current = find_current(explainer)
    grid = place(explainer, current)
    routes = choose_routes(explainer, grid, current.trunk)
    ends = {step.id: (grid.cells[step.start], grid.cells[step.end]) for step in explainer.steps}
    traffic = Traffic(grid, ends, routes)
    rows = _heights(explainer, grid)
    channels = [BETWEEN_BANDS if row in grid.first_rows.values() else BETWEEN_ROWS for row in range(grid.rows)]
    channels = [HAIRLINE + 1, *channels[1:], MARGIN]
    gutters = (MARGIN, *[GUTTER] * (len(COLUMNS) - 1), MARGIN)
    kinds = {step.id: step.kind for step in explainer.steps}
    while True:
        placed = arrange(traffic, Measures(HEADINGS, BOX, rows, tuple(channels), gutters))
        bands = _bands(grid, placed)
        headings = tuple(_room(line) for band in bands for line in band.heading)
        frame = Rect(0, 0, placed.width, placed.height)
        scene = Scene(frame, (*placed.rects.values(), *headings), tuple(band.y for band in bands), placed.lines)
        labels, homeless = place_labels(kinds, scene)
        if not homeless:
            break
        for step in homeless:  # make room below the upper end of the arrow
            channels[min(cell.row for cell in ends[step]) + 1] += HEIGHT + 4
    boxes = {stage.id: _box(stage, placed.rects[grid.cells[stage.id]]) for stage in explainer.stages}
    arrows = {
        step.id: Arrow(step.id, placed.lines[step.id], labels[step.id], step.id in current.returns)
        for step in explainer.steps
    }
    return Layout(placed.width, placed.height, bands, boxes, arrows)


def _heights(explainer: Explainer, grid: Grid) -> tuple[float, ...]:
    """The height of each row: that of the box with the most lines in it."""
    heights = [0.0] * grid.rows
    for stage in explainer.stages:
        row = grid.cells[stage.id].row
        heights[row] = max(heights[row], _height(stage))
    return tuple(heights)


def _height(stage: Stage) -> float:
    names, captions = _texts(stage)
    return 23 + NAME_LINE * len(names) + CAPTION_LINE * len(captions)


def _texts(stage: Stage) -> tuple[tuple[str, ...], tuple[str, ...]]:
    room = BOX - 2 * PAD
    return wrap(stage.name, NAME, room), wrap(stage.caption, CAPTION, room)


def _box(stage: Stage, rect: Rect) -> Box:
    names, captions = _texts(stage)
    top = rect.y + (rect.height - NAME_LINE * len(names) - CAPTION_LINE * len(captions)) / 2
    x = rect.x + PAD
    name = tuple(_line(text, NAME, x, top + 13.5 + NAME_LINE * index) for index, text in enumerate(names))
    top += NAME_LINE * len(names)
    caption = tuple(_line(text, CAPTION, x, top + 12 + CAPTION_LINE * index) for index, text in enumerate(captions))
    return Box(stage.id, rect, name, caption)


def _line(text: str, face: Face, x: float, y: float) -> Line:
    """Hold a text to its width where the fallback font, or the text itself, would leave the box."""
    room = BOX - 2 * PAD
    if fallback_width(text, face) <= BOX - PAD - SLACK:
        return Line(text, x, y)
    return Line(text, x, y, squeeze=min(room, width(text, face)))


def _bands(grid: Grid, placed: Placed) -> tuple[Band, ...]:
    bands = []
    for layer, row in grid.first_rows.items():
        top = min(rect.y for cell, rect in placed.rects.items() if cell.row == row)
        y = top - HAIRLINE
        words = wrap(layer.heading.upper(), HEADING, HEADINGS - 4)
        bands.append(Band(layer, y, tuple(Line(word, 0, y + 20 + 14 * index) for index, word in enumerate(words))))
    return tuple(bands)


def _room(line: Line) -> Rect:
    return Rect(line.x, line.y - 10, safe_width(line.text, HEADING), 13)
