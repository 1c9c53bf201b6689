from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from real_paths import EXPLAINERS, name

from chipward.diagram.layout import lay_out
from chipward.diagram.measure import (
    CAPTION,
    HEADING,
    KIND,
    NAME,
    Face,
    fallback_width,
    safe_width,
    width,
    wrap,
    wrap_evenly,
)
from chipward.diagram.shapes import Line, Rect
from chipward.diagram.text import SLACK, fill_box
from chipward.model.explainer import Explainer


@pytest.mark.parametrize(
    ("text", "face", "inter", "fallback"),
    [  # measured in a browser
        ("TorchInductor", NAME, 102.3, 117.0),
        ("jax.numpy and jax.lax", NAME, 157.3, 185.7),
        ("fuses, then writes kernels", CAPTION, 151.8, 160.3),
        ("is assembled, loaded by", KIND, 142.5, 151.1),
    ],
)
def test_a_line_is_as_wide_as_a_browser_makes_it(text: str, face: Face, inter: float, fallback: float) -> None:
    assert width(text, face) == pytest.approx(inter, rel=0.02)
    assert fallback_width(text, face) == pytest.approx(fallback, rel=0.02)


@given(st.text())
def test_a_letter_that_nobody_measured_counts_as_wide(text: str) -> None:
    assert width(text + "\N{SNOWMAN}", CAPTION) == pytest.approx(width(text, CAPTION) + CAPTION.size)


@given(st.text("abc ", min_size=1), st.integers(10, 200))
def test_wrapping_keeps_every_word_and_breaks_only_when_it_must(text: str, room: int) -> None:
    lines = wrap(text, CAPTION, room)

    assert " ".join(lines).split() == text.split()
    assert all(width(line, CAPTION) <= room for line in lines if " " in line)
    for line, following in pairwise(lines):
        assert width(f"{line} {following.split()[0]}", CAPTION) > room


@given(st.text("abc ", min_size=1), st.integers(10, 200))
def test_wrapping_evenly_takes_no_more_lines_and_makes_the_longest_no_longer(text: str, room: int) -> None:
    even, greedy = wrap_evenly(text, CAPTION, room), wrap(text, CAPTION, room)

    assert len(even) == len(greedy)
    assert max((width(line, CAPTION) for line in even), default=0) <= max(
        (width(line, CAPTION) for line in greedy), default=0
    )


def test_wrapping_evenly_leaves_no_word_alone() -> None:
    assert wrap_evenly("a model and the code around it", CAPTION, 175) == ("a model and the", "code around it")


def ends(line: Line, face: Face) -> float:
    return line.x + (line.squeeze or safe_width(line.text, face))


@pytest.mark.parametrize("explainer", EXPLAINERS, ids=name)
def test_text_stays_in_its_box_in_either_font(explainer: Explainer) -> None:
    for box in lay_out(explainer).boxes.values():
        assert all(ends(line, NAME) <= box.rect.right - SLACK for line in box.name)
        assert all(ends(line, CAPTION) <= box.rect.right - SLACK for line in box.caption)
        assert all(box.rect.y + 10 < line.y < box.rect.bottom - 6 for line in (*box.name, *box.caption))


@pytest.mark.parametrize("explainer", EXPLAINERS, ids=name)
def test_a_name_stays_clear_of_the_padlock(explainer: Explainer) -> None:
    layout = lay_out(explainer)
    closed = [layout.boxes[stage.id] for stage in explainer.stages if stage.closed]

    assert closed
    assert all(ends(line, NAME) < box.rect.right - 22 for box in closed for line in box.name)


@pytest.mark.parametrize("explainer", EXPLAINERS, ids=name)
def test_labels_and_headings_have_room_in_either_font(explainer: Explainer) -> None:
    layout = lay_out(explainer)

    for arrow in layout.arrows.values():
        assert arrow.label.rect.width >= safe_width(arrow.label.line.text, KIND)
    for band in layout.bands:
        assert all(line.x + safe_width(line.text, HEADING) < layout.width / 3 for line in band.heading)


def test_a_word_that_is_wider_than_its_box_is_held_to_it() -> None:
    stage = EXPLAINERS[0].stages[0].model_copy(update={"name": "W" * 40})
    box = fill_box(stage, Rect(0, 0, 200, 60))

    assert [ends(line, NAME) for line in box.name] == [187]
