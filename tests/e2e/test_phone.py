"""An explainer under a thumb, 320 pixels wide."""

import pytest
from playwright.sync_api import Page, expect

from e2e.axe import violations
from e2e.conftest import OpenPage
from e2e.edition import LONGEST
from e2e.reading import open_panels, place_of
from e2e.test_every_page import NARROW, OVERFLOW, SMALL_TARGETS

TRAIL = LONGEST[-1]


@pytest.fixture
def phone(open_page: OpenPage, served: str) -> Page:
    return open_page(served, viewport=NARROW, is_mobile=True, has_touch=True)


def test_a_tap_on_a_stage_opens_its_panel(phone: Page) -> None:
    phone.goto(TRAIL.url)
    phone.locator(f'.pipeline [data-stage="{TRAIL.stages[0].id}"]:visible').tap()
    assert open_panels(phone) == [TRAIL.stages[0].id]
    expect(phone.locator(".panel:visible").get_by_role("heading").first).to_be_in_viewport()


def test_the_path_is_walked_with_the_buttons(phone: Page) -> None:
    phone.goto(TRAIL.url)
    for stop in TRAIL.order[:4]:
        phone.get_by_role("button", name="Next").tap()
        assert place_of(phone) == stop
        expect(phone.locator(f'.pipeline [aria-current][href="#{stop}"]:visible')).to_be_in_viewport()


def test_an_open_panel_overflows_nothing_and_shuts_nobody_out(phone: Page) -> None:
    phone.goto(f"{TRAIL.url}#{TRAIL.stages[3].id}")
    assert open_panels(phone) == [TRAIL.stages[3].id]
    assert phone.evaluate(OVERFLOW) == []
    assert phone.evaluate(SMALL_TARGETS) == []
    assert violations(phone) == []


def test_closing_the_panel_shows_the_path_again(phone: Page) -> None:
    phone.goto(f"{TRAIL.url}#{TRAIL.stages[3].id}")
    phone.get_by_role("button", name="Close").tap()
    assert open_panels(phone) == []
    expect(phone.locator(".outline")).to_be_visible()
