"""A line lights up what it became and where it came from, in all panes, and says how that is known."""

import re

from playwright.sync_api import expect

from e2e.viewer import GRAPH, RELU, RELU_ASM, SIN, SIN_ASM, SOURCE, START, Viewer


def test_a_kept_line_lights_its_relatives_in_every_pane_and_says_what_they_are(viewer: Viewer) -> None:
    viewer.open(f"#open={','.join(START)}")
    viewer.expect_lit(GRAPH)
    viewer.line(SOURCE, 9).click()
    viewer.expect_lit(SOURCE, 9, how="here")
    viewer.expect_lit(GRAPH, 3, 4, 5)
    viewer.expect_lit(RELU, 6, 7, 8)
    viewer.expect_lit(RELU_ASM, 4, 5, 6)
    expect(viewer.status).to_contain_text("Line 9 of mlp.py became")
    expect(viewer.status).to_contain_text("3 ATen ops (exact)")
    expect(viewer.status).to_contain_text("3 C++ lines (inferred)")
    expect(viewer.status).to_contain_text("3 instructions (inferred)")
    expect(viewer.status).to_contain_text("1 of 2 kernels")
    expect(viewer.status).to_contain_text("40 % of the lines of C++ kernel mapped")
    assert viewer.fragment == f"#open={','.join(START)}&at={SOURCE}:9"


def test_a_trace_begins_with_a_line_that_every_pane_shows_something_of(viewer: Viewer) -> None:
    viewer.open()
    viewer.expect_lit(SOURCE, 9, how="here")
    viewer.expect_lit(RELU_ASM, 4, 5, 6)
    viewer.press("Escape")
    viewer.expect_lit(RELU_ASM)
    assert viewer.fragment == f"#open={','.join(START)}"


def test_an_instruction_leads_back_to_the_expression(viewer: Viewer) -> None:
    viewer.open().line(RELU_ASM, 5).click()
    viewer.expect_lit(RELU, 7)
    viewer.expect_lit(GRAPH, 5)
    viewer.expect_lit(SOURCE, 9)
    expect(viewer.pane(SOURCE).locator(".span")).to_have_text("torch.relu(self.a(x))")
    expect(viewer.status).to_contain_text(re.compile(r"came from.*1 Python line \(inferred\)"))


def test_each_hop_of_a_way_says_how_it_is_known(viewer: Viewer) -> None:
    viewer.open(f"#at={RELU_ASM}:5")
    viewer.expect_lit(SOURCE, 9)
    viewer.press("h")
    told = viewer.page.get_by_role("region", name="How this is known")
    hops = told.locator("ol").filter(has_text="mlp.py").locator("li")
    expect(hops).to_contain_text(
        [
            "line 5 of x86 machine code came from line 7 of C++ kernel: inlined, by DWARF",
            "line 7 of C++ kernel came from line 5 of ATen graph: inferred, by the node that Inductor was writing",
            "line 5 of ATen graph came from line 3 of FX graph: exact",
            "line 3 of FX graph came from line 9 of mlp.py: exact, by stack traces",
        ]
    )
    hops.get_by_role("link", name="line 5 of ATen graph").first.click()
    viewer.expect_lit(GRAPH, 5, how="here")


def test_lines_that_only_share_a_relative_are_shown_weaker(viewer: Viewer) -> None:
    viewer.open(f"#at={GRAPH}:4")
    viewer.expect_lit(GRAPH, 3, 5, how="kin")
    viewer.expect_lit(GRAPH)


def test_pointing_at_a_line_lights_it_for_as_long(viewer: Viewer) -> None:
    viewer.open(f"#at={SOURCE}:9").line(SOURCE, 11).hover()
    viewer.expect_lit(GRAPH, 10, 11, 12)
    viewer.expect_lit(RELU)
    viewer.page.locator(".trace-head h1").hover()
    viewer.expect_lit(GRAPH, 3, 4, 5)
    assert viewer.fragment.endswith(f"&at={SOURCE}:9")


def test_a_kept_line_brings_the_kernel_that_it_is_in(viewer: Viewer) -> None:
    viewer.open().line(SOURCE, 11).click()
    viewer.expect_lit(SIN, 6, 7, 8, 9, 10)
    viewer.expect_lit(SIN_ASM, 3, 4, 5, 6)
    assert viewer.panes == [SOURCE, GRAPH, SIN, SIN_ASM]


def test_arriving_at_a_line_brings_the_kernel_that_it_is_in(viewer: Viewer) -> None:
    viewer.open(f"#at={SOURCE}:11")
    viewer.expect_lit(SIN_ASM, 3, 4, 5, 6)
    assert viewer.panes == [SOURCE, GRAPH, SIN, SIN_ASM]
    viewer.page.evaluate("location.hash = '#at=mlp.py:9'")
    viewer.expect_lit(RELU_ASM, 4, 5, 6)
    assert viewer.panes == START
    assert viewer.fragment == f"#open={','.join(START)}&at={SOURCE}:9"
    viewer.page.go_back()
    viewer.expect_lit(SIN_ASM, 3, 4, 5, 6)


def test_an_address_opens_its_texts_and_its_line(viewer: Viewer) -> None:
    viewer.open(f"#open={SIN_ASM},{SOURCE}&at={SIN_ASM}:5")
    assert viewer.panes == [SIN_ASM, SOURCE]
    viewer.expect_lit(SIN_ASM, 5, how="here")
    viewer.expect_lit(SOURCE, 11)


def test_back_and_forward_walk_the_kept_lines(viewer: Viewer) -> None:
    viewer.open().line(SOURCE, 9).click()
    viewer.line(SOURCE, 10).click()
    viewer.expect_lit(SOURCE, 10, how="here")
    viewer.page.go_back()
    viewer.expect_lit(SOURCE, 9, how="here")
    viewer.page.go_forward()
    viewer.expect_lit(GRAPH, 7, 8)


def test_a_line_of_which_nothing_is_known_says_so(viewer: Viewer) -> None:
    viewer.open(f"#at={SOURCE}:1")
    viewer.expect_lit(SOURCE, 1, how="here")
    viewer.expect_lit(GRAPH)
    expect(viewer.status).to_contain_text("nothing is known to come of it")
