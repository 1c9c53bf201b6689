"""The small picture of an explainer: one column of dots per path, each dot in the layer of its stage."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate

from markupsafe import Markup

from chipward.diagram.coordinate import brief
from chipward.model.explainer import Explainer, Path
from chipward.model.layer import Layer
from chipward.model.route import stages_on

WIDTH, HEIGHT = 320.0, 150.0
EDGE = 6.0  # above the first dot and below the last
SIDE = 30.0  # left of the first column and right of the last
DOT, END = 3.4, 4.6  # radii


def draw_strata(explainer: Explainer) -> Markup:
    """Draw the columns. Decorative: whatever it shows is also told by the text beside it."""
    counts = [_per_layer(explainer, path) for path in explainer.paths]
    layers = [layer for layer in Layer if any(count[layer] for count in counts)]
    tallest = [max(count[layer] for count in counts) for layer in layers]
    tops = dict(zip(layers, accumulate([0, *tallest]), strict=False))  # in rows
    pitch = (HEIGHT - 2 * EDGE) / max(sum(tallest) - 1, 1)
    gap = (WIDTH - 2 * SIDE) / max(len(counts) - 1, 1)
    first = SIDE if len(counts) > 1 else WIDTH / 2
    hairlines = "".join(f"M0 {brief(EDGE + pitch * row)}H{brief(WIDTH)}" for row in tops.values())
    columns = [
        _column(first + gap * index, [EDGE + pitch * row for row in _rows(count, tops, sum(tallest))])
        for index, count in enumerate(counts)
    ]
    return Markup(
        '<svg class="strata" viewBox="0 0 {} {}" aria-hidden="true"><path class="layer" d="{}"/>{}</svg>'
    ).format(brief(WIDTH), brief(HEIGHT), hairlines, Markup("").join(columns))


def _per_layer(explainer: Explainer, path: Path) -> Counter[Layer]:
    return Counter(stage.layer for stage in stages_on(explainer, path))


def _rows(count: Counter[Layer], tops: Mapping[Layer, int], total: int) -> list[int]:
    """Fill each layer from its top, but let every path end on the ground."""
    rows = [row for layer, top in tops.items() for row in range(top, top + count[layer])]
    return [*rows[:-1], total - 1]


def _column(x: float, heights: Sequence[float]) -> Markup:
    line = Markup('<path class="line" d="M{} {}V{}"/>').format(brief(x), brief(heights[0]), brief(heights[-1]))
    kinds = ["first", *["dot"] * (len(heights) - 2), "last"]
    dots = [
        Markup('<circle class="{}" cx="{}" cy="{}" r="{}"/>').format(
            kind, brief(x), brief(y), brief(DOT if kind == "dot" else END)
        )
        for kind, y in zip(kinds, heights, strict=False)
    ]
    return Markup('<g class="column">{}{}</g>').format(line, Markup("").join(dots))
