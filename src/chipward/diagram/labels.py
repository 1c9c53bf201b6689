"""Where the verb of each arrow stands: beside it, clear of boxes, headings and other labels."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from chipward.diagram.measure import KIND, safe_width
from chipward.diagram.rows import Current
from chipward.diagram.shapes import Label, Line, Point, Rect
from chipward.model.ids import StepId

HEIGHT = 16.0
RISE = 4.5  # from the middle of the room to the baseline
ASIDE = 9.0  # between an upright arrow and its label
ABOVE = 4.0
PITCH = 4.0  # how finely places are tried


@dataclass(frozen=True, slots=True)
class Scene:
    """What labels must keep clear of."""

    frame: Rect
    solid: tuple[Rect, ...]  # boxes and headings
    hairlines: tuple[float, ...]
    lines: Mapping[StepId, Sequence[Point]]
    parts: Mapping[StepId, tuple[Rect, ...]]  # the same, as rectangles without area
    current: Current


def place_labels(kinds: Mapping[StepId, str], scene: Scene) -> tuple[Mapping[StepId, Label], tuple[StepId, ...]]:
    """Place as many labels as there is room for; also return the arrows that got none."""
    choices = {step: _free(scene, step, kind) for step, kind in kinds.items()}
    labels: dict[StepId, Label] = {}
    homeless = []
    for step in sorted(kinds, key=lambda step: len(choices[step])):  # the most pressed choose first
        taken = [label.rect for label in labels.values()]
        rect = next((rect for _, rect in choices[step] if not any(rect.overlaps(other, 2) for other in taken)), None)
        if rect is None:
            homeless.append(step)
        else:
            labels[step] = Label(Line(kinds[step], rect.x, rect.middle.y + RISE), rect)
    return {step: labels[step] for step in kinds if step in labels}, tuple(homeless)


def _free(scene: Scene, step: StepId, kind: str) -> list[tuple[float, Rect]]:
    """All places for a label, best first."""
    wide = safe_width(kind, KIND)
    found = []
    for dislike, rect in _beside(scene.lines[step], wide):
        inside = (
            rect.x >= scene.frame.x
            and rect.right <= scene.frame.right
            and rect.y >= scene.frame.y
            and rect.bottom <= scene.frame.bottom
        )
        if inside and not any(rect.overlaps(solid, 2) for solid in scene.solid):
            found.append((dislike + _blots(scene, step, rect), rect))
    return sorted(found, key=lambda choice: (round(choice[0], 3), choice[1].y, choice[1].x))


def _beside(line: Sequence[Point], wide: float) -> Iterator[tuple[float, Rect]]:
    for part, (a, b) in enumerate(pairwise(line)):
        last = part == len(line) - 2
        if a.x == b.x:
            low, high = min(a.y, b.y), max(a.y, b.y)
            middle = (low + high) / 2 - (3 if last else 0)
            for y in _steps(low + 2, high - HEIGHT - (6 if last else 2)):
                far = abs(y + HEIGHT / 2 - middle) / 40
                yield far, Rect(a.x + ASIDE, y, wide, HEIGHT)
                yield far + 0.6, Rect(a.x - ASIDE - wide, y, wide, HEIGHT)
        else:
            low, high = min(a.x, b.x), max(a.x, b.x)
            for x in _steps(low + 2, high - wide - 2):
                far = abs(x + wide / 2 - (low + high) / 2) / 80
                yield far + 0.3, Rect(x, a.y - ABOVE - HEIGHT, wide, HEIGHT)
                yield far + 0.8, Rect(x, a.y + ABOVE, wide, HEIGHT)


def _steps(low: float, high: float) -> Iterator[float]:
    place = low
    while place <= high:
        yield place
        place += PITCH


def _blots(scene: Scene, step: StepId, rect: Rect) -> float:
    cost = 0.7 * sum(rect.y - 3 < y < rect.bottom + 3 for y in scene.hairlines)
    for other, parts in scene.parts.items():
        for part in parts:
            if not rect.overlaps(part, ASIDE + 3):
                continue
            meets, touches = scene.current.meet(step, other), rect.overlaps(part, 3)
            if other == step:
                cost += 3 * touches
            elif touches:
                cost += 8 if meets else 2
            else:
                cost += 3 * meets  # it would seem to belong to that one
    return cost
