"""What holds on every page of the site: nobody is shut out, nothing overflows, nothing leaves, nothing is forbidden."""

import pytest

from e2e.axe import CONTRAST, violations
from e2e.edition import PAGE_URLS
from e2e.windows import Window, Windows

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

# What axe-core has to say of an element depends on its kind and on all that it stands in, hardly on the page.
KINDS = """() => {
  const named = (one) => [one.localName, ...[...one.classList].sort()].join(".");
  const above = (one) => (one === document.documentElement ? "" : above(one.parentElement)) + ">" + named(one);
  const told = ({ name, value }) => (name === "role" || name === "type" ? `${name}=${value}` : name);
  const kind = (one) => `${above(one)}[${[...one.attributes].map(told).filter((name) => !name.startsWith("data-"))}]`;
  return [...new Set([...document.querySelectorAll("body, body *")].map(kind))];
}"""


@pytest.fixture(scope="module")
def kinds() -> set[str]:
    """Every kind of element that a page has shown so far."""
    return set()


@pytest.fixture(scope="module")
def is_unlike_those_before(visited: Window, kinds: set[str]) -> bool:
    """Whether the page shows an element of a kind that no page before it has."""
    known = len(kinds)
    kinds.update(visited.page.evaluate(KINDS))
    return len(kinds) > known


@pytest.fixture(scope="module")
def visited(request: pytest.FixtureRequest, windows: Windows, served: str) -> Window:
    window = windows.open(served, viewport=DESK)
    window.cleared().goto(request.param)
    return window


def test_axe_finds_nothing_in_the_light(visited: Window, *, is_unlike_those_before: bool) -> None:
    page = visited.page
    page.set_viewport_size(DESK)
    page.emulate_media(color_scheme="light")
    assert not is_unlike_those_before or violations(page) == []


def test_axe_finds_nothing_in_the_dark(visited: Window, *, is_unlike_those_before: bool) -> None:
    page = visited.page
    page.set_viewport_size(DESK)
    page.emulate_media(color_scheme="dark")
    assert not is_unlike_those_before or violations(page, CONTRAST) == []


def test_nothing_overflows_at_320_pixels(visited: Window) -> None:
    page = visited.page
    page.set_viewport_size(NARROW)
    assert page.evaluate(OVERFLOW) == []


def test_nothing_is_too_small_to_touch_at_320_pixels(visited: Window) -> None:
    page = visited.page
    page.set_viewport_size(NARROW)
    assert page.evaluate(SMALL_TARGETS) == []


def test_nothing_overflows_at_2560_pixels(visited: Window) -> None:
    page = visited.page
    page.set_viewport_size(WALL)
    assert page.evaluate(OVERFLOW) == []


def test_the_page_caused_no_error_no_violation_and_no_request_to_elsewhere(visited: Window) -> None:
    assert visited.take_troubles() == []
