"""Panes are chosen by the reader, and each says what it shows."""

import re

from playwright.sync_api import expect

from e2e.viewer import GRAPH, RELU, RELU_ASM, SIN, SOURCE, START, Viewer


def test_the_rail_opens_a_text_among_the_others_by_its_depth(viewer: Viewer) -> None:
    page = viewer.open(f"#open={SOURCE},{RELU}").page
    page.locator(".rail [data-open]").filter(has_text="TorchDynamo").click()
    viewer.pane("frame-0-0/fx").locator(".cm-line").first.wait_for()
    assert viewer.panes == [SOURCE, "frame-0-0/fx", RELU]
    expect(page.locator(".rail [aria-current]")).to_have_count(3)


def test_a_text_is_swapped_for_another_of_its_kind(viewer: Viewer) -> None:
    viewer.open(f"#open={SOURCE},{RELU}&at={SOURCE}:11")
    viewer.pane(RELU).get_by_role("combobox").select_option(SIN)
    viewer.expect_lit(SIN, 6, 7, 8, 9, 10)
    assert viewer.panes == [SOURCE, SIN]


def test_a_pane_tells_its_origin_its_coverage_and_what_makes_it(viewer: Viewer) -> None:
    pane = viewer.open().pane(RELU)
    expect(pane.locator("summary")).to_have_text("ran here · 40 % of 10 lines traced back")
    pane.locator("summary").click()
    facts = pane.locator("dl")
    expect(facts).to_contain_text("Handed over by torch.compile (torch 2.13.0)")
    expect(facts).to_contain_text("6 lines: loop control and braces")
    expect(facts).to_contain_text("3 inferred, 1 unit")
    with viewer.page.expect_download() as awaited:
        facts.get_by_role("link", name="Download").click()
    assert awaited.value.suggested_filename == "kernel-0-cpp.cpp"


def test_a_text_is_copied_whole(viewer: Viewer) -> None:
    viewer.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    pane = viewer.open().pane(RELU_ASM)
    pane.locator("summary").click()
    pane.get_by_role("button", name="Copy the text").click()
    expect(pane.get_by_role("button", name="Copied")).to_be_visible()
    copied = str(viewer.page.evaluate("navigator.clipboard.readText()"))
    assert copied.startswith("kernel:\n")
    assert copied.count("\n") == 11


def test_a_finding_leads_to_its_line(viewer: Viewer) -> None:
    page = viewer.open().page
    page.get_by_role("link", name=re.compile("finding")).click()
    expect(page.get_by_role("heading", name="Findings")).to_be_in_viewport()
    page.locator(".findings [data-at]").first.click()
    viewer.expect_lit(SOURCE, 9, how="here")
    expect(viewer.pane(SOURCE)).to_be_in_viewport()


def test_a_unit_puts_its_texts_in_the_place_of_those_of_their_kind(viewer: Viewer) -> None:
    viewer.open().page.locator('.units [data-unit="kernel-1"] a').first.click()
    viewer.pane(SIN).locator(".cm-line").first.wait_for()
    assert viewer.panes == [SOURCE, GRAPH, SIN, "kernel-1/asm"]


def test_on_a_phone_one_pane_is_seen_at_a_time(viewer: Viewer) -> None:
    viewer.page.set_viewport_size({"width": 390, "height": 844})
    page = viewer.open(f"#at={SOURCE}:9").page
    expect(page.locator(".trace-screen .pane:visible")).to_have_count(1)
    page.get_by_role("navigation", name="Panes").get_by_role("button", name="C++ kernel").click()
    expect(viewer.pane(RELU)).to_be_visible()
    expect(viewer.pane(SOURCE)).to_be_hidden()
    viewer.expect_lit(RELU, 6, 7, 8)
    assert viewer.panes == START
