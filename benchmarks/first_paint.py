"""How soon something is seen, and whether the diagram is part of it."""

from collections.abc import Iterator

from playwright.sync_api import Browser

from benchmarks.bench import Bench
from benchmarks.figure import Bare, Figure
from benchmarks.stopwatch import best

# Notes in which frame the diagram was complete. The frame in which something was first painted comes from the browser.
WATCH = """
window.diagramSince = Infinity;
const look = (now) => {
  if (document.querySelector(".canvas svg + *, .canvas:has(svg) + *")) window.diagramSince = now;
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
PAINTED = """() => new Promise((done) => {
  new PerformanceObserver((list) => {
    for (const { name, startTime, paintTime } of list.getEntries())
      if (name === "first-contentful-paint") done({ seen: startTime, frame: paintTime ?? startTime });
  }).observe({ type: "paint", buffered: true });
})"""

EMPTY = "data:text/html,<!doctype html><title>Bare</title><p>Bare"


def first_paint(browser: Browser, address: str) -> tuple[float, float]:
    """Milliseconds until something was seen, and by how many of them the diagram was ready for that frame."""
    with browser.new_context() as context:
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(address)
        painted = page.evaluate(PAINTED)
        since = page.evaluate("window.diagramSince")
        return painted["seen"], painted["frame"] - since


def run(bench: Bench) -> Iterator[Figure]:
    """Time the first paint of the home page and of the longest path."""
    bare = Bare("a page with one word", best(lambda: first_paint(bench.browser, EMPTY)[0]))
    for name, url in (("Home", "/"), ("Longest path", bench.longest.url)):
        seen = best(lambda url=url: first_paint(bench.browser, f"{bench.site}{url}")[0])  # type: ignore[misc]
        yield Figure(f"{name}: first paint", seen, "ms", bare=bare)
    late = best(lambda: -first_paint(bench.browser, f"{bench.site}{bench.longest.url}")[1])
    yield Figure("Diagram, after the first paint", max(0.0, late), "ms", 0)
