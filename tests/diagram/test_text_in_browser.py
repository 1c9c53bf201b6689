"""Whether text really keeps to the room that was measured for it, with the site's font and without."""

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from real_paths import EXPLAINERS, name

from benchmarks.chromium import chromium
from chipward.diagram.layout import lay_out
from chipward.diagram.measure import CAPTION, HEADING, KIND, NAME
from chipward.diagram.shapes import Rect
from chipward.diagram.svg import draw_pipeline
from chipward.diagram.text import SLACK, heading_room
from chipward.model.explainer import Explainer

pytestmark = pytest.mark.browser

FONT = Path(__file__).parents[2] / "src/chipward/site/static/fonts/inter.woff2"
LEAN = 0.2 * KIND.size  # a slanted letter leans out of its advance
SHOW = "(main, svg) => { main.innerHTML = svg; return Promise.all([...document.fonts].map(font => font.load())); }"
SHAPE = "shape => { const { x, y, width, height } = shape.getBBox(); return [x, y, width, height]; }"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(params=["Inter", "DejaVu Sans"])
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    face = ""
    if request.param == "Inter":
        if not FONT.exists():
            pytest.skip("the web files are not built: run `make web`")
        font = base64.b64encode(FONT.read_bytes()).decode()
        face = f"@font-face {{ font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,{font}) }}"
    page = browser.new_page()
    page.set_content(
        f"""<style>
        {face}
        text {{ font-family: "{request.param}"; font-size: {CAPTION.size}px }}
        .name {{ font-size: {NAME.size}px; font-weight: 600 }}
        .kind {{ font-size: {KIND.size}px; font-style: italic }}
        .heading {{ font-size: {HEADING.size}px; font-weight: 600; letter-spacing: {HEADING.spacing}em }}
        svg {{ width: 800px }}
        </style><main></main>"""
    )
    yield page
    page.close()


@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "narrow"])
@pytest.mark.parametrize("explainer", EXPLAINERS, ids=name)
def test_text_keeps_to_its_room(page: Page, explainer: Explainer, *, narrow: bool) -> None:
    layout = lay_out(explainer, narrow=narrow)
    svg = draw_pipeline(explainer, layout, explainer.paths[-1])
    page.eval_on_selector("main", SHOW, svg)

    for stage, box in layout.boxes.items():
        inside = Rect(box.rect.x + SLACK, box.rect.y, box.rect.width - 2 * SLACK + 1, box.rect.height)
        for text in page.query_selector_all(f'[data-stage="{stage}"] text'):
            assert Rect(*text.evaluate(SHAPE)).within(inside), text.text_content()
    for step, arrow in layout.arrows.items():
        drawn = Rect(*page.eval_on_selector(f'[data-step="{step}"] text', SHAPE))
        room = arrow.label.rect
        assert room.x - LEAN <= drawn.x, step
        assert drawn.right <= room.right + LEAN, step
    rooms = [heading_room(line) for band in layout.bands for line in band.heading]
    for heading, room in zip(page.query_selector_all(".heading"), rooms, strict=True):
        assert Rect(*heading.evaluate(SHAPE)).right <= room.right + 1
