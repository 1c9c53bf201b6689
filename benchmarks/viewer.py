"""The viewer with a trace of a gigabyte: how soon it is there, what it holds, and how long a line takes to light up."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from playwright.sync_api import CDPSession, Page

from benchmarks import large_trace
from benchmarks.bench import PHONE, Bench
from benchmarks.figure import Figure
from benchmarks.frame import ONE, RUNS
from benchmarks.server import opening
from benchmarks.stopwatch import best

GIGABYTE = 1_000_000_000
FIRST_SCREEN = 500  # milliseconds
LINE = 50_000
SHOWN = f"#open={large_trace.SOURCE},{large_trace.GRAPH},{large_trace.KERNEL},{large_trace.LISTING}"

FIRST_PAINT = """() => new Promise((done) => new PerformanceObserver((list) => {
  for (const { name, startTime } of list.getEntries()) if (name === "first-contentful-paint") done(startTime);
}).observe({ type: "paint", buffered: true }))"""

# Whole texts in all panes, and the lines that are lit in the last of them.
WHOLE = """(panes) => [...document.querySelectorAll(".trace-screen .pane-text")].filter(
  ({ shadowRoot }) => shadowRoot?.querySelector(".cm-line")).length === panes"""
LIT = """() => document.querySelector(".trace-screen .pane:last-of-type .pane-text")
  ?.shadowRoot?.querySelector(".numbers .lit") ? performance.now() : false"""

# A key, and all work until the frame that shows what it did, without the wait for the screen to be ready for one.
PRESS = """async (key) => {
  const text = document.querySelector(".trace-screen .pane-text").shadowRoot.querySelector(".cm-content");
  const started = performance.now();
  text.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true }));
  const scripted = performance.now() - started;
  const drawn = await new Promise((done) => requestAnimationFrame(() => {
    const began = performance.now();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now() - began);
    port2.postMessage(0);
  }));
  return scripted + drawn;
}"""
IDLE = "new Promise((done) => requestIdleCallback(done))"


def run(bench: Bench) -> Iterator[Figure]:
    """Make the trace up, open it, and use it."""
    with TemporaryDirectory() as name:
        bundle = large_trace.write_trace(Path(name), GIGABYTE)
        started = perf_counter()
        with opening(bundle) as address:
            yield Figure("1 GB: chipward open", perf_counter() - started, "s")
            yield from _opened(bench, address)


def _opened(bench: Bench, address: str) -> Iterator[Figure]:
    with bench.browser.new_context() as context:
        page = context.new_page()
        devtools = context.new_cdp_session(page)

        def first_screen() -> float:
            page.goto("about:blank")
            page.goto(address)
            return float(page.evaluate(FIRST_PAINT))

        yield Figure("1 GB: first screen", best(first_screen), "ms", FIRST_SCREEN)
        page.goto("about:blank")
        page.goto(f"{address}{SHOWN}&at={large_trace.SOURCE}:{LINE}")
        page.wait_for_function(WHOLE, arg=4)
        lit = float(page.wait_for_function(LIT).json_value())
        yield Figure("1 GB: four whole texts of 100,000 lines, a line lit", lit, "ms")
        devtools.send("HeapProfiler.collectGarbage")
        held = sum(devtools.send("Runtime.getHeapUsage").values())
        yield Figure("1 GB: memory of that page", held / 1e6, "MB")
        yield from _lighting(page, devtools)


def _lighting(page: Page, devtools: CDPSession) -> Iterator[Figure]:
    def press(key: str) -> float:
        page.evaluate(IDLE)
        return float(page.evaluate(PRESS, key))

    def follow_hub() -> float:
        press("Home")
        return press("ArrowDown")

    def keep_far_away() -> float:
        press("End")
        kept = press("Enter")
        press("Home")
        return kept

    for where, slower, goal in (("", 1, ONE), (f", 1/{PHONE} of the speed", PHONE, None)):
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        press("End")
        yield Figure(f"Light a line across 100,000 lines{where}", best(lambda: press("ArrowUp"), RUNS), "ms", goal)
        yield Figure(f"Keep a line, and scroll to it{where}", best(keep_far_away, RUNS), "ms", goal)
        yield Figure(f"Light 100,000 lines of three texts at once{where}", best(follow_hub, RUNS), "ms")
