"""Switching a path: all work until the other path is on screen fits into one frame."""

from collections.abc import Iterator

from benchmarks.bench import PHONE, Bench
from benchmarks.figure import Bare, Figure
from benchmarks.frame import ONE, RUNS, change
from benchmarks.stopwatch import best


def run(bench: Bench) -> Iterator[Figure]:
    """Switch to the longest path and back, as a reader who compares two paths does."""
    here, *_, there = [
        f'a[data-goto="{path.address}"][data-order]' for path in bench.dataset.explainer(bench.longest.explainer).paths
    ]
    with bench.browser.new_context(base_url=bench.site) as context:
        page = context.new_page()

        def load() -> float:
            page.goto(bench.longest.url)
            return float(page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd"))

        loading = Bare("loading that path's page", best(load))
        processor = context.new_cdp_session(page)
        for where, slower, goal in (("", 1, ONE), (f", 1/{PHONE} of the speed", PHONE, None)):
            processor.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            taken = best(lambda: max(change(page, here), change(page, there)), RUNS)
            yield Figure(f"Switch a path{where}", taken, "ms", goal, None if where else loading)
