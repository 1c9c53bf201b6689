"""Walking a path: lighting up the next stage or arrow and opening its panel fits into one frame."""

from collections.abc import Iterator
from statistics import median

from benchmarks.bench import PHONE, Bench
from benchmarks.figure import Figure
from benchmarks.frame import ONE, RUNS, change


def run(bench: Bench) -> Iterator[Figure]:
    """Walk the longest path from end to end, several times."""
    stops = bench.longest.stages + bench.longest.steps
    with bench.browser.new_context(base_url=bench.site) as context:
        page = context.new_page()
        processor = context.new_cdp_session(page)
        for where, slower, goal in (("", 1, ONE), (f", 1/{PHONE} of the speed", PHONE, None)):
            processor.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            walks = []
            for _ in range(RUNS):
                page.goto(bench.longest.url)
                walks.append([change(page, '[data-walk="next"]') for _ in range(stops)])
            taken = [min(step) for step in zip(*walks, strict=True)]
            yield Figure(f"Walk one stop{where}", median(taken), "ms", goal)
            yield Figure(f"Walk the slowest stop{where}", max(taken), "ms", goal)
