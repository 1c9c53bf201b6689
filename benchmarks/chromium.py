"""Debian's Chromium, kept quiet: whatever it asks of the network, a page made it ask."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a headless browser, and stop it at the end."""
    program = shutil.which("chromium")
    if program is None:
        message = "there is no chromium on this machine; run scripts/ensure-chromium"
        raise FileNotFoundError(message)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS, chromium_sandbox=False)
        with browser:
            yield browser
