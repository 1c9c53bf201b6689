"""The Tab key reaches everything that can be pressed, in the order of the page, and always shows where it is."""

import pytest
from playwright.sync_api import Page

from e2e.edition import LONGEST

# One page of each kind.
KINDS = ["/", "/explainers/", LONGEST[-1].url, "/paths/", "/tools/", "/atlas/", "/atlas/triton/", "/data/", "/about/"]

# What the Tab key should reach, in order. A group of radio buttons or a closed <details> would need more care.
REACHABLE = """() => {
  const able = "a[href], button, input, select, textarea, summary, [tabindex]";
  window.reachable = [...document.querySelectorAll(able)].filter(
    (one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }));
  window.look = (one) => [one, ...one.querySelectorAll("rect, path, text")].map((part) => {
    const style = getComputedStyle(part);
    const outline = style.outlineStyle === "none" ? "" : style.outlineWidth + style.outlineColor;
    return [outline, style.stroke, style.strokeWidth, style.textDecorationLine].join();
  }).join();
  window.calm = window.reachable.map(window.look);
  return window.reachable.length;
}"""

FOCUSED = """() => {
  const one = document.activeElement;
  const place = window.reachable.indexOf(one);
  const { left, top, width, height } = one.getBoundingClientRect();
  const inWindow = top + height > 0 && top < innerHeight && left + width > 0 && left < innerWidth;
  const corners = [[left + 2, top + 2], [left + width - 2, top + height - 2], [left + width / 2, top + height / 2]];
  const bare = one instanceof SVGElement || corners.some(([x, y]) => {
    const met = document.elementFromPoint(x, y);
    return met && (one.contains(met) || met.contains(one));
  });
  const name = one.id || one.getAttribute("href") || one.textContent.trim();
  return { place, name, shown: window.look(one) !== window.calm[place], bare: inWindow && bare };
}"""


@pytest.mark.parametrize("url", KINDS)
def test_tab_reaches_everything_in_order_and_shows_it(page: Page, url: str) -> None:
    page.goto(url)
    count = page.evaluate(REACHABLE)
    assert count > 10
    met = []
    for _ in range(count):
        page.keyboard.press("Tab")
        met.append(page.evaluate(FOCUSED))
    assert [one["place"] for one in met] == list(range(count))
    assert [one["name"] for one in met if not one["shown"]] == [], "these do not show that they have the focus"
    assert [one["name"] for one in met if not one["bare"]] == [], "these are covered or out of sight when focused"


def test_the_first_tab_offers_to_skip_to_the_content(page: Page) -> None:
    page.goto("/paths/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.tagName") == "MAIN"


def test_the_diagram_can_be_skipped(page: Page) -> None:
    page.goto(LONGEST[-1].url)
    page.get_by_role("link", name="Skip the diagram").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.reading') !== null")
