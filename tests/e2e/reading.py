"""What an explainer's page shows at a moment, read from the page."""

import re

from playwright.sync_api import Locator, Page

# Set on window; it is gone once a page is loaded anew.
MARK = "window.stillTheSamePage = true"
MARKED = "window.stillTheSamePage === true"


def path_of(page: Page) -> str:
    return str(page.evaluate("location.pathname"))


def place_of(page: Page) -> str:
    return str(page.evaluate("decodeURIComponent(location.hash.slice(1))"))


def panel(page: Page, stop: str) -> Locator:
    return page.locator(f'.panel[id="{stop}"]')


def open_panels(page: Page) -> list[str]:
    """The ids of the panels that can be seen."""
    return page.evaluate(
        "[...document.querySelectorAll('.panel')].filter((one) => one.checkVisibility()).map((one) => one.id)"
    )


def drawn(page: Page, stop: str) -> Locator:
    return page.locator(f'.canvas [data-stage="{stop}"], .canvas [data-step="{stop}"]')


def lit(page: Page) -> list[str]:
    """The ids of the stages and arrows that the diagram shows as the one being read."""
    return page.evaluate(
        "[...document.querySelectorAll('.canvas [aria-current]')].map((one) => one.dataset.stage ?? one.dataset.step)"
    )


def drawn_on(page: Page) -> list[str]:
    """The ids of the stages and arrows that the diagram shows as part of the path."""
    return page.evaluate(
        "[...document.querySelectorAll('.canvas .on')].map((one) => one.dataset.stage ?? one.dataset.step)"
    )


def listed(page: Page) -> list[str]:
    """The path as the list beside the diagram tells it."""
    return page.evaluate("[...document.querySelectorAll('.route > li:not([hidden])')].map((one) => one.dataset.stop)")


def squeezed(text: str) -> str:
    """Text without regard to white space, and without the marks that set code apart."""
    return re.sub(r"\s+", " ", text.replace("`", "")).strip()
