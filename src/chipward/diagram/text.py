"""The text of boxes and bands: how much room it needs, and where its lines stand."""

from math import inf

from chipward.diagram.measure import CAPTION, HEADING, NAME, Face, fallback_width, safe_width, width, wrap, wrap_evenly
from chipward.diagram.shapes import Box, Line, Rect
from chipward.model.explainer import Explainer, Stage
from chipward.model.layer import Layer

PAD = 13.0  # between the edge of a box and its text
SLACK = 6.0  # what must stay of it when the browser lacks the font
NARROWEST, WIDEST = 196.0, 238.0
NAME_LINE, CAPTION_LINE, HEADING_LINE = 19.0, 16.0, 14.0
GLYPH = 20.0  # kept free at the end of a name for the sign of a closed stage


def width_of(explainer: Explainer) -> float:
    """The width of all boxes: enough for nearly every text in one line."""
    widest = max(max(_name_width(stage), width(stage.caption, CAPTION)) for stage in explainer.stages)
    return min(max(round(widest + 0.5) + 2 * PAD, NARROWEST), WIDEST)


def _name_width(stage: Stage) -> float:
    return width(stage.name, NAME) + (GLYPH if stage.closed else 0)


def height_of(stage: Stage, box: float) -> float:
    """The height that a stage needs in a box of this width."""
    names, captions = _texts(stage, box)
    return 23 + NAME_LINE * len(names) + CAPTION_LINE * len(captions)


def _texts(stage: Stage, box: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
    room = box - 2 * PAD
    name_room = room - (GLYPH if stage.closed else 0)
    return wrap_evenly(stage.name, NAME, name_room), wrap_evenly(stage.caption, CAPTION, room)


def fill_box(stage: Stage, rect: Rect) -> Box:
    """Set name and caption into a box."""
    names, captions = _texts(stage, rect.width)
    top = rect.y + (rect.height - NAME_LINE * len(names) - CAPTION_LINE * len(captions)) / 2
    x = rect.x + PAD
    room = rect.width - 2 * PAD
    name_room = room - (GLYPH if stage.closed else 0)
    name = tuple(_line(text, NAME, x, top + 13.5 + NAME_LINE * at, name_room) for at, text in enumerate(names))
    top += NAME_LINE * len(names)
    caption = tuple(_line(text, CAPTION, x, top + 12 + CAPTION_LINE * at, room) for at, text in enumerate(captions))
    return Box(stage.id, rect, name, caption)


def _line(text: str, face: Face, x: float, y: float, room: float) -> Line:
    """Hold a text to its width where the fallback font, or the text itself, would leave the box."""
    if fallback_width(text, face) <= room + PAD - SLACK:
        return Line(text, x, y)
    return Line(text, x, y, squeeze=min(room, width(text, face)))


def heading(layer: Layer, x: float, hairline: float, room: float = inf) -> tuple[Line, ...]:
    """Set the name of a band under its hairline."""
    lines = wrap(layer.heading.upper(), HEADING, room)
    return tuple(Line(text, x, hairline + 17 + HEADING_LINE * at) for at, text in enumerate(lines))


def heading_room(line: Line) -> Rect:
    """The room that a heading is sure to fit in."""
    return Rect(line.x, line.y - 10, safe_width(line.text, HEADING), 13)
