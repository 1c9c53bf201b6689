import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layered_graphs import make_explainer
from real_paths import PATHS, name

from chipward.diagram.layout import lay_out
from chipward.diagram.svg import draw_pipeline
from chipward.model.explainer import Explainer, Path
from chipward.model.layer import Layer
from chipward.model.route import stages_on, walk

WORDS = {
    *(
        "pipeline",
        "wide",
        "narrow",
        "band",
        "heading",
        "stage",
        "step",
        "name",
        "caption",
        "kind",
        "reach",
        "line",
        "lock",
    ),
    *("on", "off", "closed", "atlas", "return"),
}
GEOMETRY = {
    *("viewBox", "x", "y", "width", "height", "rx", "d", "text-anchor", "textLength", "lengthAdjust"),
    *("class", "href", "data-stage", "data-step", "role", "aria-label", "aria-hidden", "tabindex"),
}


def drawing(explainer: Explainer, path: Path) -> ET.Element:
    return ET.fromstring(draw_pipeline(explainer, lay_out(explainer), path))  # noqa: S314 -- our own


@pytest.mark.parametrize(("explainer", "path"), PATHS, ids=name)
def test_the_tab_key_walks_the_path(explainer: Explainer, path: Path) -> None:
    links = [link for link in drawing(explainer, path).iter("a") if link.get("tabindex") is None]

    assert [link.get("href") for link in links] == [f"#{place.id}" for place in walk(explainer, path)]
    assert all(link.get("class", "").split()[1] == "on" for link in links)


@pytest.mark.parametrize(("explainer", "path"), PATHS, ids=name)
def test_what_is_off_the_path_can_be_clicked_but_not_reached_by_tab(explainer: Explainer, path: Path) -> None:
    off = [link for link in drawing(explainer, path).iter("a") if link.get("tabindex") == "-1"]
    walked = {place.id for place in walk(explainer, path)}
    others = {place.id for place in [*explainer.stages, *explainer.steps]} - walked

    assert {link.get("href") for link in off} == {f"#{place}" for place in others}
    assert all(link.get("class", "").split()[1] == "off" for link in off)


@pytest.mark.parametrize(("explainer", "path"), PATHS, ids=name)
def test_every_link_says_where_it_leads(explainer: Explainer, path: Path) -> None:
    spoken = {link.get("href"): link.get("aria-label", "") for link in drawing(explainer, path).iter("a")}
    stages = stages_on(explainer, path)

    for number, stage in enumerate(stages, start=1):
        assert spoken[f"#{stage.id}"].startswith(f"Stage {number} of {len(stages)}, {stage.name}: {stage.caption}")
    for step in explainer.steps:
        ends = explainer.stage[step.start].name, explainer.stage[step.end].name
        assert spoken[f"#{step.id}"] == f"{ends[0]} {step.kind} {ends[1]}"


@pytest.mark.parametrize(("explainer", "path"), PATHS, ids=name)
def test_a_drawing_carries_geometry_and_the_words_of_the_trade_alone(explainer: Explainer, path: Path) -> None:
    elements = list(drawing(explainer, path).iter())

    assert {word for element in elements for word in element.get("class", "").split()} <= WORDS
    assert {attribute for element in elements for attribute in element.keys()} <= GEOMETRY  # noqa: SIM118 -- not a dict
    assert {element.tag for element in elements} <= {"svg", "g", "a", "path", "rect", "text"}


@pytest.mark.parametrize(("explainer", "path"), PATHS, ids=name)
def test_a_drawing_is_small(explainer: Explainer, path: Path) -> None:
    svg = draw_pipeline(explainer, lay_out(explainer), path)

    assert len(svg.encode()) < 16_000
    assert not re.search(r"\d\.\d\d", svg)


@pytest.mark.parametrize(("explainer", "path"), PATHS, ids=name)
def test_switching_a_path_moves_nothing(explainer: Explainer, path: Path) -> None:
    def shapes(of: Path) -> set[str]:
        return {shape.get("d", "") for shape in drawing(explainer, of).iter("path")}

    assert shapes(path) == shapes(explainer.paths[0])


@pytest.mark.parametrize(("explainer", "path"), PATHS, ids=name)
def test_closed_stages_have_a_padlock_that_says_so(explainer: Explainer, path: Path) -> None:
    links = list(drawing(explainer, path).iter("a"))
    locked = {link.get("data-stage") for link in links if link.find("path[@class='lock']") is not None}
    spoken = {link.get("data-stage") for link in links if link.get("aria-label", "").endswith("(closed)")}

    assert locked == spoken == {stage.id for stage in explainer.stages if stage.closed}


@settings(max_examples=40, deadline=None)
@given(st.text(min_size=1, max_size=24).filter(str.strip), st.text(min_size=2, max_size=28))
def test_hostile_text_stays_text(caption: str, kind: str) -> None:
    evil = "</text><script>alert(1)</script>"
    stages = [
        {"id": "code", "name": evil, "caption": caption, "layer": Layer.YOUR_CODE},
        {"id": "chip", "name": "\"><a href='javascript:alert(1)'>", "caption": "&lt;b>", "layer": Layer.CHIP},
    ]
    explainer = make_explainer(stages, [{"from": "code", "to": "chip", "kind": kind}], [[0]])
    svg = draw_pipeline(explainer, lay_out(explainer), explainer.paths[0])

    assert "<script" not in svg
    assert svg.count("<a ") == 3
    assert svg.count("<text") == svg.count("</text>")
    assert "&amp;lt;b&gt;" in svg


def test_a_name_with_markup_can_still_be_read() -> None:
    stages = [
        {"id": "code", "name": "a < b && c", "caption": "“so”", "layer": Layer.YOUR_CODE},
        {"id": "chip", "name": "Chip", "caption": "runs", "layer": Layer.CHIP},
    ]
    explainer = make_explainer(stages, [{"from": "code", "to": "chip", "kind": "<runs on>"}], [[0]])
    texts = [element.text for element in drawing(explainer, explainer.paths[0]).iter("text")]

    assert {"a < b && c", "“so”", "<runs on>"} <= set(texts)


def test_a_page_can_switch_paths_by_classes_tab_stops_and_numbers_alone() -> None:
    explainer = PATHS[0][0]

    def lasting(path: Path) -> dict[str | None, tuple[str, str, bytes]]:
        return {
            link.get("href"): (
                re.sub(r" (on|off)\b", "", link.get("class", "")),
                re.sub(r"^Stage \d+ of \d+, ", "", link.get("aria-label", "")),
                b"".join(ET.tostring(child) for child in link),
            )
            for link in drawing(explainer, path).iter("a")
        }

    assert lasting(explainer.paths[0]) == lasting(explainer.paths[-1])
