"""What holds on every page of the site: nobody is shut out, nothing overflows, nothing leaves, nothing is forbidden."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from e2e.axe import CONTRAST, violations
from e2e.edition import PAGE_URLS
from e2e.watch import Watch

# Grouped by page, so that each page is loaded once and all tests look at it.
pytestmark = pytest.mark.parametrize("visited", PAGE_URLS, indirect=True, scope="module")

NARROW = {"width": 320, "height": 640}
DESK = {"width": 1280, "height": 900}
WALL = {"width": 2560, "height": 1440}

# An outer scroll bar appears once anything is wider than the window.
OVERFLOW = """() => [...document.querySelectorAll("body *")]
  .filter(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
  .map((one) => one.outerHTML.slice(0, 90))"""

# Links within a sentence may be as low as its lines; the diagram's arrows have a wide line that takes the finger.
SMALL_TARGETS = """() => {
  const inSentence = (one) => getComputedStyle(one).display === "inline";
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && getComputedStyle(one).clipPath === "none";
  const targets = "a[href], button, select, summary, label:has(input), input:not(label input), .canvas .stage";
  return [...document.querySelectorAll(targets)]
    .filter((one) => seen(one) && !inSentence(one) && !one.matches(".canvas .step"))
    .map((one) => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
    .filter(([, { width, height }]) => width < 24 || height < 24)
    .map(([markup, { width, height }]) => `${Math.round(width)} x ${Math.round(height)}: ${markup}`);
}"""


@pytest.fixture(scope="module")
def visited(request: pytest.FixtureRequest, browser: Browser, served: str) -> Iterator[tuple[Page, Watch]]:
    context = browser.new_context(base_url=served, viewport=DESK)
    watch = Watch(context, served)
    page = context.new_page()
    page.goto(request.param)
    yield page, watch
    watch.close()


def test_axe_finds_nothing_in_the_light(visited: tuple[Page, Watch]) -> None:
    page, _ = visited
    page.set_viewport_size(DESK)
    page.emulate_media(color_scheme="light")
    assert violations(page) == []


def test_axe_finds_nothing_in_the_dark(visited: tuple[Page, Watch]) -> None:
    page, _ = visited
    page.set_viewport_size(DESK)
    page.emulate_media(color_scheme="dark")
    assert violations(page, CONTRAST) == []


def test_nothing_overflows_at_320_pixels(visited: tuple[Page, Watch]) -> None:
    page, _ = visited
    page.set_viewport_size(NARROW)
    assert page.evaluate(OVERFLOW) == []


def test_nothing_is_too_small_to_touch_at_320_pixels(visited: tuple[Page, Watch]) -> None:
    page, _ = visited
    page.set_viewport_size(NARROW)
    assert page.evaluate(SMALL_TARGETS) == []


def test_nothing_overflows_at_2560_pixels(visited: tuple[Page, Watch]) -> None:
    page, _ = visited
    page.set_viewport_size(WALL)
    assert page.evaluate(OVERFLOW) == []


def test_the_page_caused_no_error_no_violation_and_no_request_to_elsewhere(visited: tuple[Page, Watch]) -> None:
    _, watch = visited
    assert watch.close() == []
