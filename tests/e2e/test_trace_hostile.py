"""What a trace contains is shown as text and never runs.

The browser is told to ignore the Content-Security-Policy here, so that the viewer alone must hold.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from benchmarks.server import opening
from made_up_trace import MARKUP, write_hostile_trace

MARKS = "img[src], [onerror], .trace-screen script, .trace-below script"
TEXTS = "hostile/text,hostile/bytes,hostile/html"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with opening(write_hostile_trace(tmp_path_factory.mktemp("hostile") / "hostile.chipward")) as found:
        yield found


@pytest.fixture
def victim(browser: Browser) -> Iterator[Page]:
    with browser.new_context(bypass_csp=True) as context:
        page = context.new_page()
        page.on("dialog", lambda dialog: pytest.fail(dialog.message))
        yield page
        assert page.title() != "owned"
        assert page.locator(MARKS).count() == 0


def test_texts_titles_and_commands_are_shown_as_they_are(victim: Page, address: str) -> None:
    victim.goto(f"{address}#open={TEXTS}&at=hostile/text:1")
    pane = victim.locator('.pane[data-artifact="hostile/text"]')
    expect(pane.locator(".cm-line").first).to_have_text(MARKUP.strip())
    expect(pane.locator(".numbers .here")).to_have_text("1")
    pane.locator("summary").click()
    expect(pane.locator(".command")).to_contain_text("<img src=x onerror=")
    expect(victim.locator('.pane[data-artifact="hostile/html"] .cm-line').first).to_contain_text("<!doctype html>")


def test_bytes_that_are_no_text_and_enormous_lines_can_be_read(victim: Page, address: str) -> None:
    victim.goto(f"{address}#open=hostile/bytes")
    lines = victim.locator('.pane[data-artifact="hostile/bytes"] .cm-line')
    expect(lines.nth(1)).to_contain_text("\ufffd\ufffd broken")
    expect(lines.last).to_have_text("last, without an end")
    assert victim.evaluate("document.querySelector('.pane-text').shadowRoot.textContent.length") < 100_000


def test_what_is_found_is_shown_as_text(victim: Page, address: str) -> None:
    victim.goto(address)
    victim.locator(".trace-screen .pane .cm-line").first.wait_for()
    victim.keyboard.press("f")
    victim.keyboard.type("onerror")
    expect(victim.locator(".hits code").first).to_contain_text("<img src=x onerror=")


def test_an_address_writes_no_markup(victim: Page, address: str) -> None:
    attack = "%3Cimg%20src=x%20onerror=document.title='owned'%3E"
    victim.goto(f"{address}#open={attack}&at={attack}:1&find={attack}")
    expect(victim.get_by_role("region", name="Search")).to_be_visible()
