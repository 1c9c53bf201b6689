"""Where the verb of each arrow stands: beside it, clear of boxes, headings and other labels."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from chipward.diagram.measure import KIND, safe_width
from chipward.diagram.rows import Current
from chipward.diagram.shapes import Hold, Label, Line, Point, Rect
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


@dataclass(frozen=True, slots=True)
class _Spot:
    """A place for a label: the line of text holds to that edge of its room which is next to the arrow."""

    dislike: float
    rect: Rect
    hold: Hold


def place_labels(kinds: Mapping[StepId, str], scene: Scene) -> tuple[Mapping[StepId, Label], tuple[StepId, ...]]:
    """Place as many labels as there is room for; also return the arrows that got none."""
    spots = {step: _free(scene, step, kind) for step, kind in kinds.items()}
    labels: dict[StepId, Label] = {}
    for step in sorted(kinds, key=lambda step: len(spots[step])):  # the most pressed choose first
        taken = [label.rect for label in labels.values()]
        for spot in spots[step]:
            if not any(spot.rect.overlaps(other, 2) for other in taken):
                labels[step] = _write(kinds[step], spot)
                break
    homeless = tuple(step for step in kinds if step not in labels)
    return {step: labels[step] for step in kinds if step in labels}, homeless


def _write(kind: str, spot: _Spot) -> Label:
    rect = spot.rect
    x = {Hold.START: rect.x, Hold.MIDDLE: rect.middle.x, Hold.END: rect.right}[spot.hold]
    return Label(Line(kind, x, rect.middle.y + RISE, hold=spot.hold), rect)


def _free(scene: Scene, step: StepId, kind: str) -> list[_Spot]:
    """All places for a label, best first."""
    found = []
    for spot in _beside(scene.lines[step], safe_width(kind, KIND)):
        rect = spot.rect
        if rect.within(scene.frame) and not any(rect.overlaps(solid, 2) for solid in scene.solid):
            found.append(replace(spot, dislike=round(spot.dislike + _blots(scene, step, rect), 3)))
    return sorted(found, key=lambda spot: (spot.dislike, spot.rect.y, spot.rect.x))


def _beside(line: Sequence[Point], wide: float) -> Iterator[_Spot]:
    for part, (a, b) in enumerate(pairwise(line)):
        last = part == len(line) - 2
        if a.x == b.x:
            low, high = min(a.y, b.y), max(a.y, b.y)
            middle = (low + high) / 2 - (3 if last else 0)
            for y in _steps(low + 2, high - HEIGHT - (6 if last else 2)):
                far = abs(y + HEIGHT / 2 - middle) / 40
                yield _Spot(far, Rect(a.x + ASIDE, y, wide, HEIGHT), Hold.START)
                yield _Spot(far + 0.6, Rect(a.x - ASIDE - wide, y, wide, HEIGHT), Hold.END)
        else:
            low, high = min(a.x, b.x), max(a.x, b.x)
            for x in _steps(low + 2, high - wide - 2):
                far = abs(x + wide / 2 - (low + high) / 2) / 80
                yield _Spot(far + 0.3, Rect(x, a.y - ABOVE - HEIGHT, wide, HEIGHT), Hold.MIDDLE)
                yield _Spot(far + 0.8, Rect(x, a.y + ABOVE, wide, HEIGHT), Hold.MIDDLE)


def _steps(low: float, high: float) -> Iterator[float]:
    place = low
    while place <= high:
        yield place
        place += PITCH


def _blots(scene: Scene, step: StepId, rect: Rect) -> float:
    """How much a place is disliked for the hairlines and arrows that it covers or seems to belong to."""
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
                cost += 3 * meets
    return cost
