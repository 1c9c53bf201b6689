"""How long a page keeps the reader waiting while it loads: total blocking time, and the longest task."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import Browser

from benchmarks.bench import PHONE, Bench
from benchmarks.figure import Figure
from benchmarks.stopwatch import RUNS

LONG = 50.0  # milliseconds; what a task takes beyond this blocks
CATEGORIES = ["__metadata", "devtools.timeline", "disabled-by-default-devtools.timeline", "loading"]


@dataclass(frozen=True)
class Busy:
    """What the main thread did, in milliseconds."""

    blocked: float  # between the first paint and the end of loading
    longest: float  # of all tasks


def busy(browser: Browser, address: str, slower: int) -> Busy:
    """Load a page on a slower processor and look at the tasks of its main thread."""
    with browser.new_context() as context:
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        browser.start_tracing(page=page, categories=CATEGORIES)
        page.goto(address)
        page.evaluate("new Promise((done) => requestIdleCallback(done))")
        events = json.loads(browser.stop_tracing())["traceEvents"]
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    painted = max(event["ts"] for event in events if event["name"] == "firstContentfulPaint")
    # The task that ends the recording has no duration.
    tasks = [one for one in events if one["name"] == "RunTask" and (one["pid"], one["tid"]) in mains and "dur" in one]
    return Busy(
        blocked=sum(max(0.0, task["dur"] / 1000 - LONG) for task in tasks if task["ts"] >= painted),
        longest=max(task["dur"] / 1000 for task in tasks),
    )


def run(bench: Bench) -> Iterator[Figure]:
    """Load the longest path on this machine, and as on a phone."""
    for where, slower, goal in (("", 1, 50), (f", 1/{PHONE} of the speed", PHONE, 200)):
        runs = [busy(bench.browser, f"{bench.site}{bench.longest.url}", slower) for _ in range(RUNS)]
        yield Figure(f"Blocked while loading{where}", min(one.blocked for one in runs), "ms", goal)
        yield Figure(f"Longest task{where}", min(one.longest for one in runs), "ms")
