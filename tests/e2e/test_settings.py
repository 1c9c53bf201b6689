"""What a reader has set for all sites: dark, less motion, colours of their own."""

import pytest
from playwright.sync_api import Page

from e2e.conftest import OpenPage
from e2e.edition import LONGEST

PATH = LONGEST[-1].url

# A colour as the browser paints it, from 0 (black) to 1 (white).
BRIGHTNESS = """([selector, property]) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  canvas.fillStyle = getComputedStyle(document.querySelector(selector))[property];
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
}"""

MOVING = """() => [...document.querySelectorAll("*")].filter((one) => {
  const { animationName, animationDuration, transitionDuration, scrollBehavior } = getComputedStyle(one);
  const seconds = (durations) => Math.max(...durations.split(",").map(Number.parseFloat));
  const animated = animationName !== "none" && seconds(animationDuration) > 0;
  return animated || seconds(transitionDuration) > 0 || scrollBehavior === "smooth";
}).map((one) => one.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("url", ["/", PATH, "/atlas/triton/"])
def test_dark_turns_paper_to_ink_and_ink_to_paper(page: Page, url: str) -> None:
    page.goto(url)
    brightness = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # it is one of the two
        brightness[scheme] = [page.evaluate(BRIGHTNESS, ["body", what]) for what in ("backgroundColor", "color")]
    paper, ink = brightness["light"]
    assert paper > 0.9
    assert ink < 0.2
    paper, ink = brightness["dark"]
    assert paper < 0.1
    assert ink > 0.7


def test_the_diagram_turns_dark_too(page: Page) -> None:
    page.goto(PATH)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(BRIGHTNESS, [".canvas .stage.on rect", "fill"]) < 0.2
    assert page.evaluate(BRIGHTNESS, [".canvas .stage.on .name", "fill"]) > 0.7


def test_nothing_moves_for_those_who_want_no_motion(open_page: OpenPage, served: str) -> None:
    page = open_page(served, reduced_motion="reduce")
    page.goto(PATH)
    page.evaluate("window.moved = []")
    page.evaluate("document.addEventListener('transitionrun', ({ target }) => window.moved.push(target.outerHTML))")
    page.locator('[data-option="cpu"]').click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(MOVING) == []
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate("window.moved") == []


def test_what_is_picked_shows_in_forced_colours(open_page: OpenPage, served: str) -> None:
    page = open_page(served, forced_colors="active")
    page.goto(PATH)
    page.keyboard.press("ArrowRight")
    style = "(one) => { const { stroke, outlineStyle } = getComputedStyle(one); return [stroke, outlineStyle].join(); }"
    current = page.locator(".canvas .stage[aria-current] rect").evaluate(style)
    other = page.locator(".canvas .stage.on:not([aria-current]) rect").first.evaluate(style)
    assert current != other
    look = """(one) => { const { color, backgroundColor, textDecorationLine, borderStyle, outlineStyle } =
      getComputedStyle(one); return [color, backgroundColor, textDecorationLine, borderStyle, outlineStyle].join(); }"""
    picked = page.locator(".picker [aria-current]").first.evaluate(look)
    unpicked = page.locator(".picker a:not([aria-current])").first.evaluate(look)
    assert picked != unpicked


LOST = """() => [...document.querySelectorAll("body *")].filter((one) => {
  const { color, forcedColorAdjust } = getComputedStyle(one);
  return color === getComputedStyle(document.body).backgroundColor && forcedColorAdjust !== "none";
}).map((one) => one.outerHTML.slice(0, 90))"""


def test_no_letters_are_paper_on_paper_in_forced_colours(open_page: OpenPage, served: str) -> None:
    page = open_page(served, forced_colors="active")
    for url in ("/", PATH, "/evidence/", "/search/"):
        page.goto(url)
        assert page.evaluate(LOST) == []


def test_the_chosen_search_result_shows_in_forced_colours(open_page: OpenPage, served: str) -> None:
    page = open_page(served, forced_colors="active")
    page.goto("/")
    page.keyboard.press("/")
    page.keyboard.type("triton")
    page.get_by_role("option").first.wait_for()
    page.keyboard.press("ArrowDown")
    outlined = "(option) => getComputedStyle(option).outlineStyle"
    assert [one.evaluate(outlined) for one in page.get_by_role("option").all()[:2]] == ["solid", "none"]


def test_boxes_have_edges_in_forced_colours(open_page: OpenPage, served: str) -> None:
    page = open_page(served, forced_colors="active")
    page.goto(PATH)
    fill, stroke = (page.evaluate(BRIGHTNESS, [".canvas .stage.on rect", part]) for part in ("fill", "stroke"))
    assert abs(fill - stroke) > 0.5
