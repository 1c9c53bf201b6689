"""An explainer's picture as SVG: links in walking order, classes for the style sheet, nothing but geometry besides."""

from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup

from chipward.diagram.coordinate import brief
from chipward.diagram.shapes import Arrow, Band, Box, Hold, Layout, Line, Point
from chipward.model.explainer import Explainer, Path, Stage, Step
from chipward.model.ids import StageId
from chipward.model.route import path_title, stages_on, walk

RADIUS = 12.0
HEAD = 4.0  # half the width of an arrow head


def draw_pipeline(
    explainer: Explainer, layout: Layout, path: Path, seen: Mapping[StageId, Sequence[str]] | None = None
) -> Markup:
    """Draw all stages and steps, those of the path in the order of its walk and marked ``on``.

    ``seen`` tells for stages on which paths a trace observed them, by the addresses of those.
    """
    walked = list(walk(explainer, path))
    places = {stage.id: index for index, stage in enumerate(stages_on(explainer, path), start=1)}
    rest: list[Stage | Step] = [*explainer.steps, *explainer.stages]
    off = [place for place in rest if place not in walked]
    parts = [
        Markup('<svg class="pipeline {}" viewBox="0 0 {} {}" role="group" aria-label="{}">').format(
            "narrow" if layout.narrow else "wide",
            brief(layout.width),
            brief(layout.height),
            spoken_title(explainer, path),
        )
    ]
    parts += [_band(band, layout.width) for band in layout.bands]
    for place in [*off, *walked]:
        if isinstance(place, Stage):
            mark = _seen(layout.boxes[place.id], (seen or {}).get(place.id, ()), path, closed=place.closed)
            parts.append(_stage(place, layout.boxes[place.id], places.get(place.id), len(places), mark))
        else:
            parts.append(_step(explainer, place, layout.arrows[place.id], on=place.id in path.steps))
    return Markup("").join([*parts, Markup("</svg>")])


def spoken_title(explainer: Explainer, path: Path) -> str:
    """What a screen reader calls the picture of a path."""
    stages = len(stages_on(explainer, path))
    return f"{explainer.framework}, {path_title(explainer, path)}: {stages} stages from your code to the chip"


def _band(band: Band, width: float) -> Markup:
    return Markup('<g class="band" aria-hidden="true"><path d="M0 {}H{}"/>{}</g>').format(
        brief(band.y), brief(width), _texts("heading", band.heading)
    )


def _stage(stage: Stage, box: Box, number: int | None, total: int, mark: Markup) -> Markup:
    spoken = f"Stage {number} of {total}, {stage.name}: {stage.caption}" if number else f"{stage.name}: {stage.caption}"
    return Markup(
        '<a class="stage {}{}{}" href="#{}" data-stage="{}" aria-label="{}"{}>'
        '<rect x="{}" y="{}" width="{}" height="{}" rx="10"/>{} {}{}{}</a>'
    ).format(
        "on" if number else "off",
        " closed" if stage.closed else "",
        " atlas" if stage.atlas else "",
        stage.id,
        stage.id,
        spoken + (" (closed)" if stage.closed else ""),
        Markup("") if number else Markup(' tabindex="-1"'),
        brief(box.rect.x),
        brief(box.rect.y),
        brief(box.rect.width),
        brief(box.rect.height),
        _texts("name", box.name),
        _texts("caption", box.caption),
        _lock(box) if stage.closed else "",
        mark,
    )


def _seen(box: Box, addresses: Sequence[str], path: Path, *, closed: bool) -> Markup:
    """A dot in the corner of a box that a trace observed, shown while a path is read on which it did."""
    if not addresses:
        return Markup("")
    return Markup('<circle class="seen{}" data-seen="{}" cx="{}" cy="{}" r="3.5"/>').format(
        " here" if path.address in addresses else "",
        " ".join(dict.fromkeys(addresses)),
        brief(box.rect.right - (34 if closed else 13)),
        brief(box.rect.y + 13),
    )


def _lock(box: Box) -> Markup:
    """A padlock in the corner of a box whose inside is not public."""
    return Markup('<path class="lock" d="M{} {}h9v7h-9zm2 0v-2a2.5 2.5 0 0 1 5 0v2"/>').format(
        brief(box.rect.right - 22), brief(box.rect.y + 16)
    )


def _step(explainer: Explainer, step: Step, arrow: Arrow, *, on: bool) -> Markup:
    spoken = f"{explainer.stage[step.start].name} {step.kind} {explainer.stage[step.end].name}"
    line = _rounded(arrow.corners)
    return Markup(
        '<a class="step {}{}" href="#{}" data-step="{}" aria-label="{}"{}>'
        '<path class="reach" d="{}"/><path class="line" d="{}{}"/>{}</a>'
    ).format(
        "on" if on else "off",
        " return" if arrow.returns else "",
        step.id,
        step.id,
        spoken,
        Markup("") if on else Markup(' tabindex="-1"'),
        line,
        line,
        _head(arrow.corners),
        _texts("kind", [arrow.label.line]),
    )


def _texts(name: str, lines: Iterable[Line]) -> Markup:
    return Markup(" ").join(
        Markup('<text class="{}" x="{}" y="{}"{}{}>{}</text>').format(
            name,
            brief(line.x),
            brief(line.y),
            Markup(' text-anchor="{}"').format(line.hold.value) if line.hold is not Hold.START else "",
            Markup(' textLength="{}" lengthAdjust="spacingAndGlyphs"').format(brief(line.squeeze))
            if line.squeeze
            else "",
            line.text,
        )
        for line in lines
    )


def _rounded(corners: Sequence[Point]) -> str:
    """Write a line with its corners rounded, as far as the parts beside them allow."""
    here = corners[0]
    drawn = [f"M{_pair(here)}"]
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        radius = min(RADIUS, _length(before, corner) / 2, _length(corner, after) / 2)
        start, end = _toward(corner, before, radius), _toward(corner, after, radius)
        drawn.append(f"{_straight(here, start)}Q{_pair(corner)} {_pair(end)}")
        here = end
    return "".join([*drawn, _straight(here, corners[-1])])


def _straight(a: Point, b: Point) -> str:
    return f"V{brief(b.y)}" if a.x == b.x else f"H{brief(b.x)}"


def _pair(point: Point) -> str:
    return f"{brief(point.x)} {brief(point.y)}"


def _head(corners: Sequence[Point]) -> str:
    before, tip = corners[-2], corners[-1]
    back = _toward(tip, before, 2 * HEAD)
    aside = Point(HEAD, 0) if back.x == tip.x else Point(0, HEAD)
    wings = [Point(back.x - aside.x, back.y - aside.y), tip, Point(back.x + aside.x, back.y + aside.y)]
    return "M" + "L".join(_pair(wing) for wing in wings)


def _length(a: Point, b: Point) -> float:
    return abs(a.x - b.x) + abs(a.y - b.y)


def _toward(a: Point, b: Point, far: float) -> Point:
    share = far / (_length(a, b) or 1)
    return Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
