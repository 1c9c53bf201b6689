from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from real_paths import EXPLAINERS, name

from chipward.diagram.strata import HEIGHT, WIDTH, draw_strata
from chipward.model.explainer import Explainer
from chipward.model.route import stages_on


def columns(explainer: Explainer) -> list[list[ET.Element]]:
    svg = ET.fromstring(draw_strata(explainer))  # noqa: S314 -- our own
    return [list(column.iter("circle")) for column in svg.iter("g")]


@pytest.mark.parametrize("explainer", EXPLAINERS, ids=name)
def test_each_path_has_a_column_with_a_dot_for_each_stage(explainer: Explainer) -> None:
    assert [len(dots) for dots in columns(explainer)] == [len(stages_on(explainer, path)) for path in explainer.paths]


@pytest.mark.parametrize("explainer", EXPLAINERS, ids=name)
def test_a_column_goes_from_your_code_to_the_chip(explainer: Explainer) -> None:
    for dots in columns(explainer):
        heights = [float(dot.get("cy", 0)) for dot in dots]

        assert [dot.get("class") for dot in dots] == ["first", *["dot"] * (len(dots) - 2), "last"]
        assert all(upper < lower for upper, lower in pairwise(heights))
        assert heights[0] == 6
        assert heights[-1] == HEIGHT - 6
        assert all(6 <= float(dot.get("cx", 0)) <= WIDTH - 6 for dot in dots)


@pytest.mark.parametrize("explainer", EXPLAINERS, ids=name)
def test_dots_do_not_touch(explainer: Explainer) -> None:
    for dots in columns(explainer):
        for upper, lower in pairwise(dots):
            gap = float(lower.get("cy", 0)) - float(upper.get("cy", 0))
            assert gap > float(lower.get("r", 0)) + float(upper.get("r", 0))
