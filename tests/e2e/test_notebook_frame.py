"""A trace below a notebook's cell: in a frame that has neither an address nor an origin of its own."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from chipward.cli.notebook import Viewer
from made_up_trace import write_trace

REACH = "() => { try { return parent.document.title } catch { return null } }"


def test_the_viewer_works_in_its_frame_and_reaches_nothing_of_the_notebook(browser: Browser, tmp_path: Path) -> None:
    notebook = tmp_path / "notebook.html"
    frame_of = Viewer(write_trace(tmp_path / "mlp.chipward"))._repr_html_()
    notebook.write_text(f"<!doctype html><meta charset=utf-8><title>Notebook</title>{frame_of}", encoding="utf-8")
    page = browser.new_page()
    page.goto(notebook.as_uri())
    frame = page.frame_locator("iframe")
    expect(frame.locator(".cm-line").first).to_be_visible()
    expect(frame.get_by_text("cannot be shown")).to_have_count(0)
    frame.locator(".cm-line").nth(8).click()
    expect(frame.get_by_text("Point at a line")).to_have_count(0)
    assert frame.locator("body").evaluate(REACH) is None
    page.close()
