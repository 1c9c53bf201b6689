import re
from xml.etree import ElementTree as ET

import pytest
from layered_graphs import make_explainer
from real_paths import PATHS, name

from chipward.diagram.measure import safe_width
from chipward.diagram.social import HEIGHT, TITLE, TITLE_ROOM, WIDTH, Palette, draw_card
from chipward.model.explainer import Explainer, Path
from chipward.model.layer import Layer
from chipward.model.route import path_title, stages_on

COLOURS = Palette(paper="#fff001", ink="#000002", soft="#777003", hair="#eee004", copper="#a50005")
SVG = "{http://www.w3.org/2000/svg}"


def card(explainer: Explainer, path: Path) -> ET.Element:
    return ET.fromstring(draw_card(explainer, path, COLOURS))  # noqa: S314 -- our own


@pytest.mark.parametrize(("explainer", "path"), PATHS, ids=name)
def test_a_card_says_what_the_path_is_and_names_its_stages(explainer: Explainer, path: Path) -> None:
    texts = [text.text or "" for text in card(explainer, path).iter(f"{SVG}text")]

    assert texts[0] == "chipward"
    assert explainer.title in " ".join(texts)
    assert path_title(explainer, path) in " ".join(texts)
    assert {stage.name for stage in stages_on(explainer, path)} <= set(texts)
    assert f"{len(stages_on(explainer, path))} stages, {len(path.steps)} steps, every one quoted" in texts


@pytest.mark.parametrize(("explainer", "path"), PATHS, ids=name)
def test_a_card_uses_the_colours_it_is_given(explainer: Explainer, path: Path) -> None:
    used = set(re.findall(r"#[0-9a-f]{6}", draw_card(explainer, path, COLOURS)))

    assert used == {COLOURS.paper, COLOURS.ink, COLOURS.soft, COLOURS.hair, COLOURS.copper}


@pytest.mark.parametrize(("explainer", "path"), PATHS, ids=name)
def test_everything_stands_on_the_card(explainer: Explainer, path: Path) -> None:
    svg = card(explainer, path)

    assert (svg.get("width"), svg.get("height")) == (str(WIDTH), str(HEIGHT))
    for text in svg.iter(f"{SVG}text"):
        assert 40 < float(text.get("y", 0)) < HEIGHT - 40
        if float(text.get("font-size", 0)) == TITLE.size:
            assert safe_width(text.text or "", TITLE) <= TITLE_ROOM


def test_markup_in_a_name_stays_text_and_a_single_step_is_counted_as_one() -> None:
    stages = [
        {"id": "code", "name": "<script>", "caption": "yours", "layer": Layer.YOUR_CODE},
        {"id": "chip", "name": "W" * 60, "caption": "runs", "layer": Layer.CHIP},
    ]
    explainer = make_explainer(stages, [{"from": "code", "to": "chip", "kind": "runs on"}], [[0]])
    texts = {text.text: text for text in card(explainer, explainer.paths[0]).iter(f"{SVG}text")}

    assert "<script>" in texts
    assert "2 stages, 1 step, every one quoted" in texts
    assert texts["W" * 60].get("textLength") == "300"
