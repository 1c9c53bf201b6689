"""The viewer's page as a whole: nobody is shut out, nothing is forbidden, and it works without a server."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from benchmarks.server import opening
from e2e.axe import violations
from e2e.conftest import OpenPage
from e2e.test_every_page import NARROW, OVERFLOW, SMALL_TARGETS, WALL
from e2e.viewer import GRAPH, RELU, SOURCE, START, Viewer
from made_up_trace import write_large_trace

PLACE = f"#at={SOURCE}:9&find=relu"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(viewer: Viewer, scheme: str) -> None:
    page = viewer.page
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    viewer.open(PLACE)
    viewer.expect_lit(RELU, 6, 7, 8)
    viewer.pane(RELU).locator("summary").click()
    assert violations(page) == []
    viewer.press("?")
    assert violations(page) == []


def test_nothing_overflows_and_nothing_is_too_small_to_touch(viewer: Viewer) -> None:
    viewer.page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    viewer.open(PLACE)
    assert viewer.page.evaluate(OVERFLOW) == []
    assert viewer.page.evaluate(SMALL_TARGETS) == []
    viewer.page.set_viewport_size(WALL)  # type: ignore[arg-type]
    assert viewer.page.evaluate(OVERFLOW) == []
    assert viewer.page.evaluate(SMALL_TARGETS) == []


@pytest.mark.parametrize(("link", "heading"), [("1 finding", "Findings"), ("1 not seen", "Not seen")])
def test_the_head_leads_a_phone_to_findings_and_gaps(viewer: Viewer, link: str, heading: str) -> None:
    viewer.page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    viewer.open()
    there = viewer.page.get_by_role("link", name=link, exact=True)
    expect(there).to_be_in_viewport()
    expect(viewer.page.get_by_role("heading", name=heading)).not_to_be_in_viewport()
    there.click()
    expect(viewer.page.get_by_role("heading", name=heading)).to_be_in_viewport()


def test_a_pane_says_that_its_text_was_taken_out(open_page: OpenPage, bundle: Path, tmp_path: Path) -> None:
    public = tmp_path / "public.chipward"
    command = ("export", bundle, "-o", public, "--redact", "source")
    subprocess.run([sys.executable, "-m", "chipward", *command], check=True, capture_output=True)
    with opening(public) as address:
        viewer = Viewer(open_page(address.partition("/traces/")[0]), address).open()
        expect(viewer.pane(SOURCE).locator(".taken-out")).to_contain_text("taken out of this copy")
        expect(viewer.pane(GRAPH).locator(".taken-out")).to_have_count(0)
        assert violations(viewer.page) == []


def test_on_paper_every_pane_is_whole(viewer: Viewer) -> None:
    viewer.open(f"#at={SOURCE}:9").page.emulate_media(media="print")
    for artifact in START:
        expect(viewer.pane(artifact).locator(".cm-line").last).to_be_visible()
    tops = [viewer.pane(artifact).evaluate("one => one.getBoundingClientRect().top") for artifact in START]
    assert tops == sorted(set(tops))
    expect(viewer.page.locator(".pane-tools").first).to_be_hidden()


def test_an_exported_trace_works_from_the_disk(open_page: OpenPage, bundle: Path, tmp_path: Path) -> None:
    out = tmp_path / "mlp.html"
    subprocess.run([sys.executable, "-m", "chipward", "export", bundle, "-o", out], check=True, capture_output=True)
    viewer = Viewer(open_page(out.parent.as_uri()), out.as_uri()).open()
    viewer.line(SOURCE, 9).click()
    viewer.expect_lit(RELU, 6, 7, 8)
    assert viewer.fragment == f"#open={','.join(START)}&at={SOURCE}:9"
    viewer.page.reload()
    viewer.expect_lit(GRAPH, 3, 4, 5)
    viewer.pane(RELU).locator("summary").click()
    with viewer.page.expect_download() as awaited:
        viewer.pane(RELU).get_by_role("button", name="Download").click()
    assert awaited.value.suggested_filename == "kernel-0-cpp.cpp"


def test_of_many_lines_those_in_view_are_drawn(open_page: OpenPage, tmp_path: Path) -> None:
    with opening(write_large_trace(tmp_path / "large.chipward", 20_000)) as address:
        viewer = Viewer(open_page(address.partition("/traces/")[0]), address).open("#at=program/large.py:15000")
        assert len(viewer.panes) >= 2
        for artifact in viewer.panes:
            lit = viewer.pane(artifact).locator(".numbers .here, .numbers .lit")
            expect(lit).to_have_text(["15000"])
            expect(lit).to_be_in_viewport()
            assert viewer.pane(artifact).locator(".cm-line").count() < 300
