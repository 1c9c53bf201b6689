"""What a layout is made of: plain values in user units of the picture, y pointing down."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from chipward.model.ids import StageId, StepId
from chipward.model.layer import Layer


class Point(NamedTuple):
    """A place in the picture."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.height

    @property
    def middle(self) -> Point:
        """The centre."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def overlaps(self, other: "Rect", gap: float = 0) -> bool:
        """Say whether the two share an area, or come closer than ``gap``."""
        return (
            self.y < other.y + other.height + gap
            and other.y < self.y + self.height + gap
            and self.x < other.x + other.width + gap
            and other.x < self.x + self.width + gap
        )

    def within(self, other: "Rect") -> bool:
        """Say whether the other holds all of this."""
        return self.x >= other.x and self.right <= other.right and self.y >= other.y and self.bottom <= other.bottom


def parts_of(line: Sequence[Point]) -> tuple[Rect, ...]:
    """The straight parts of a line, as rectangles without area."""
    return tuple(Rect(min(a.x, b.x), min(a.y, b.y), abs(a.x - b.x), abs(a.y - b.y)) for a, b in pairwise(line))


class Hold(Enum):
    """The part of a line of text that stays in its place, however wide the text turns out."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text. ``squeeze`` is a width to be kept by force, for text that a wide fallback font would break."""

    text: str
    x: float  # of the part that holds
    y: float  # of the baseline
    hold: Hold = Hold.START
    squeeze: float | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """A stage in its place."""

    stage: StageId
    rect: Rect
    name: tuple[Line, ...]
    caption: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Label:
    """The verb beside an arrow."""

    line: Line
    rect: Rect  # the room that the text is sure to fit in


@dataclass(frozen=True, slots=True)
class Arrow:
    """A step in its place: corners from the tail to the tip."""

    step: StepId
    corners: tuple[Point, ...]
    label: Label
    returns: bool  # it goes up, against the current


@dataclass(frozen=True, slots=True)
class Band:
    """A stratum: everything from its hairline to the next."""

    layer: Layer
    y: float  # of the hairline
    heading: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything of an explainer stands, whatever path is picked."""

    narrow: bool  # for the width of a phone
    width: float
    height: float
    bands: tuple[Band, ...]
    boxes: Mapping[StageId, Box]
    arrows: Mapping[StepId, Arrow]
