"""What a first visit costs: bytes over the wire, compressed, headers and icon included, and requests."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser

from benchmarks.bench import Bench
from benchmarks.figure import Bare, Figure

MOST_BYTES = 100_000
MOST_REQUESTS = 10

# A headless browser may leave out the icon, which others ask for.
ASK_FOR_ICONS = """() => Promise.all(
  [...document.querySelectorAll("link[rel=icon]")].map(({ href }) => fetch(href).then((answer) => answer.blob())))"""


@dataclass(frozen=True)
class FirstLoad:
    """All that crossed the wire for one page."""

    wire: int  # bytes as sent
    whole: int  # bytes once unpacked, without headers
    requests: int


def weigh(browser: Browser, address: str) -> FirstLoad:
    """Load a page with an empty cache and add up what came."""
    with browser.new_context() as context:
        page = context.new_page()
        network = context.new_cdp_session(page)
        addresses: dict[str, str] = {}
        wire: dict[str, int] = {}
        whole: dict[str, int] = {}

        def ask(event: dict[str, Any]) -> None:
            addresses[event["requestId"]] = event["request"]["url"]

        def receive(event: dict[str, Any]) -> None:
            whole[event["requestId"]] = whole.get(event["requestId"], 0) + event["dataLength"]

        def finish(event: dict[str, Any]) -> None:
            wire[event["requestId"]] = int(event["encodedDataLength"])

        network.on("Network.requestWillBeSent", ask)
        network.on("Network.dataReceived", receive)
        network.on("Network.loadingFinished", finish)
        network.send("Network.enable")
        page.goto(address, wait_until="networkidle")
        page.evaluate(ASK_FOR_ICONS)
        fetched = {url for url in addresses.values() if url.startswith("http")}
        return FirstLoad(wire=sum(wire.values()), whole=sum(whole.values()), requests=len(fetched))


def run(bench: Bench) -> Iterator[Figure]:
    """Weigh the home page and the longest path."""
    for name, url in (("Home", "/"), ("Longest path", bench.longest.url)):
        load = weigh(bench.browser, f"{bench.site}{url}")
        unpacked = Bare("unpacked", load.whole / 1000)
        yield Figure(f"{name}: over the wire", load.wire / 1000, "kB", MOST_BYTES / 1000, unpacked)
        yield Figure(f"{name}: requests", load.requests, "", MOST_REQUESTS)
