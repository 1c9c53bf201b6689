"""What can be wrong with a layout, each as a list of the things that are."""

from collections.abc import Iterator
from itertools import combinations, pairwise

from chipward.diagram.shapes import Layout, Rect, parts_of
from chipward.diagram.text import heading_room
from chipward.model.explainer import Explainer


def overlapping_boxes(layout: Layout) -> list[tuple[str, str]]:
    return [
        (one.stage, other.stage)
        for one, other in combinations(layout.boxes.values(), 2)
        if one.rect.overlaps(other.rect, gap=8)
    ]


def arrows_through_boxes(layout: Layout) -> list[tuple[str, str]]:
    return [
        (arrow.step, box.stage)
        for arrow in layout.arrows.values()
        for part in parts_of(arrow.corners)
        for box in layout.boxes.values()
        if part.overlaps(box.rect)
    ]


def loose_ends(explainer: Explainer, layout: Layout) -> Iterator[str]:
    """Arrows that do not start and end on the edges of their boxes, or bend otherwise than at right angles."""
    for step in explainer.steps:
        corners = layout.arrows[step.id].corners
        for stage, point in ((step.start, corners[0]), (step.end, corners[-1])):
            rect = layout.boxes[stage].rect
            on_x = point.x in {rect.x, rect.right} and rect.y < point.y < rect.bottom
            on_y = point.y in {rect.y, rect.bottom} and rect.x < point.x < rect.right
            if not (on_x or on_y):
                yield f"{step.id} at {stage}"
        if any(part.width and part.height for part in parts_of(corners)):
            yield f"{step.id} is slanted"


def against_the_current(layout: Layout) -> list[str]:
    """Arrows that go up in any part without being returns."""
    return [
        arrow.step
        for arrow in layout.arrows.values()
        if not arrow.returns and any(b.y < a.y for a, b in pairwise(arrow.corners))
    ]


def false_returns(layout: Layout) -> list[str]:
    return [
        arrow.step for arrow in layout.arrows.values() if arrow.returns and arrow.corners[-1].y >= arrow.corners[0].y
    ]


def colliding_text(layout: Layout) -> list[tuple[str, str]]:
    """Labels and headings that meet each other or a box."""
    labels = [(arrow.step, arrow.label.rect) for arrow in layout.arrows.values()]
    headings = [(band.layer, heading_room(line)) for band in layout.bands for line in band.heading]
    boxes = [(box.stage, box.rect) for box in layout.boxes.values()]
    text_and_text = combinations([*labels, *headings], 2)
    text_and_box = ((text, box) for text in [*labels, *headings] for box in boxes)
    return [(one, other) for (one, a), (other, b) in [*text_and_text, *text_and_box] if a.overlaps(b)]


def struck_headings(layout: Layout) -> list[tuple[str, str]]:
    """Headings that an arrow runs through."""
    return [
        (band.layer, arrow.step)
        for band in layout.bands
        for line in band.heading
        for arrow in layout.arrows.values()
        if any(part.overlaps(heading_room(line)) for part in parts_of(arrow.corners))
    ]


def arrows_on_arrows(layout: Layout) -> list[tuple[str, str]]:
    """Pairs of arrows that run on one line for a while, so that a reader cannot tell them apart."""
    return [
        (one.step, other.step)
        for one, other in combinations(layout.arrows.values(), 2)
        for a in parts_of(one.corners)
        for b in parts_of(other.corners)
        if (a.width == 0) == (b.width == 0) and _shared(a, b) > 1
    ]


def _shared(a: Rect, b: Rect) -> float:
    wide, high = min(a.right, b.right) - max(a.x, b.x), min(a.bottom, b.bottom) - max(a.y, b.y)
    return max(wide, high) if min(wide, high) >= 0 else 0


def outside(layout: Layout) -> list[str]:
    frame = Rect(0, 0, layout.width, layout.height)
    rects = [(box.stage, box.rect) for box in layout.boxes.values()]
    rects += [(arrow.step, arrow.label.rect) for arrow in layout.arrows.values()]
    rects += [(arrow.step, part) for arrow in layout.arrows.values() for part in parts_of(arrow.corners)]
    return [
        name
        for name, rect in rects
        if rect.x < frame.x or rect.y < frame.y or rect.right > frame.right or rect.bottom > frame.bottom
    ]
