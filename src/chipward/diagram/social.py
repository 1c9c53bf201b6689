"""The card that stands for a path where its address is shared: title, choices, and the stages from code to chip.

It is rasterised before anyone sees it, so it carries its own colours and says everything once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from chipward.diagram.coordinate import brief
from chipward.diagram.measure import Face, safe_width, width, wrap
from chipward.diagram.shapes import Point
from chipward.model.explainer import Explainer, Path, Stage
from chipward.model.route import path_title, stages_on

WIDTH, HEIGHT = 1200, 630
EDGE = 72.0
TITLE_ROOM = 500.0
LINE = 800.0  # the x of the line of stages
ROOM = WIDTH - EDGE - LINE - 28  # for the name of a stage
TALLEST, LOOSEST = 510.0, 84.0  # of the line, and between two stages

BRAND = Face(26, "inter-600", "dejavu-700")
TITLE = Face(46, "inter-600", "dejavu-700")
CHOICE = Face(28, "inter-600", "dejavu-700")
TALLY = Face(21, "inter-400", "dejavu-400")
STAGE = Face(21, "inter-600", "dejavu-700")
LAYER = Face(13, "inter-600", "dejavu-700", spacing=0.08)

NOTHING, TO_THE_LEFT = Markup(""), Markup(' text-anchor="end"')


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a card, as CSS writes them."""

    paper: str
    ink: str
    soft: str
    hair: str
    copper: str


def draw_card(explainer: Explainer, path: Path, palette: Palette, font: str = "Inter, sans-serif") -> Markup:
    """Draw the card of a path, 1200 by 630."""
    stages = sorted(stages_on(explainer, path), key=lambda stage: stage.layer.depth)
    parts = [
        Markup('<rect width="{}" height="{}" fill="{}"/>').format(WIDTH, HEIGHT, palette.paper),
        *_words(explainer, path, len(stages), palette),
        *_strata(stages, palette),
    ]
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}" font-family="{2}">'
        "{3}</svg>"
    ).format(WIDTH, HEIGHT, font, Markup("").join(parts))


def _words(explainer: Explainer, path: Path, stages: int, palette: Palette) -> Iterator[Markup]:
    yield _text("chipward", BRAND, Point(EDGE, 100), palette.ink)
    title = wrap(explainer.title, TITLE, TITLE_ROOM, safe_width)
    choice = wrap(path_title(explainer, path), CHOICE, TITLE_ROOM, safe_width)
    y = HEIGHT / 2 + 18 - 27 * (len(title) - 1) - 17 * len(choice)
    for line in title:
        yield _text(line, TITLE, Point(EDGE, y), palette.ink)
        y += 54
    y += 8
    for line in choice:
        yield _text(line, CHOICE, Point(EDGE, y), palette.copper)
        y += 36
    tally = f"{_count(stages, 'stage')}, {_count(len(path.steps), 'step')}, every one quoted"
    yield _text(tally, TALLY, Point(EDGE, HEIGHT - 62), palette.soft)


def _strata(stages: Sequence[Stage], palette: Palette) -> Iterator[Markup]:
    pitch = min(TALLEST / max(len(stages) - 1, 1), LOOSEST)
    top = (HEIGHT - pitch * (len(stages) - 1)) / 2
    heights = [top + pitch * index for index in range(len(stages))]
    layer = None
    for stage, y in zip(stages, heights, strict=True):
        if stage.layer is not layer:
            layer = stage.layer
            yield Markup('<path d="M{} {}H{}" stroke="{}"/>').format(
                brief(LINE - 190), brief(y - pitch / 2), WIDTH, palette.hair
            )
            yield _text(layer.heading.upper(), LAYER, Point(LINE - 28, y + 5), palette.soft, TO_THE_LEFT)
    yield Markup('<path d="M{} {}V{}" stroke="{}" stroke-width="2.5"/>').format(
        brief(LINE), brief(heights[0]), brief(heights[-1]), palette.ink
    )
    for index, (stage, y) in enumerate(zip(stages, heights, strict=True)):
        fill, edge, radius = palette.paper, palette.ink, 7.5
        if index == 0:
            fill, radius = palette.ink, 9.5
        if index == len(stages) - 1:
            fill, edge, radius = palette.copper, palette.copper, 9.5
        yield Markup('<circle cx="{}" cy="{}" r="{}" fill="{}" stroke="{}" stroke-width="2.5"/>').format(
            brief(LINE), brief(y), radius, fill, edge
        )
        yield _text(stage.name, STAGE, Point(LINE + 28, y + 7.5), palette.ink, _squeeze(stage.name))


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _squeeze(name: str) -> Markup:
    if safe_width(name, STAGE) <= ROOM:
        return NOTHING
    return Markup(' textLength="{}" lengthAdjust="spacingAndGlyphs"').format(brief(min(ROOM, width(name, STAGE))))


def _text(text: str, face: Face, at: Point, colour: str, more: Markup = NOTHING) -> Markup:
    return Markup('<text x="{}" y="{}" font-size="{}" font-weight="{}" fill="{}"{}{}>{}</text>').format(
        brief(at.x),
        brief(at.y),
        face.size,
        600 if face.inter == "inter-600" else 400,
        colour,
        Markup(' letter-spacing="{}"').format(brief(face.spacing * face.size)) if face.spacing else "",
        more,
        text,
    )
