"""Everything that the viewer does can be done by keys."""

from playwright.sync_api import Route, expect

from e2e.viewer import GRAPH, RELU, SOURCE, START, Viewer

FOCUSED = "document.activeElement.closest('.pane')?.dataset.artifact"


def test_arrows_move_the_line_and_enter_keeps_it(viewer: Viewer) -> None:
    viewer.open(f"#at={SOURCE}:8")
    viewer.press("]", "[", "ArrowDown")
    viewer.expect_lit(GRAPH, 3, 4, 5)
    assert viewer.fragment.endswith(f"{SOURCE}:8")
    viewer.press("Enter")
    viewer.expect_lit(SOURCE, 9, how="here")
    assert viewer.fragment.endswith(f"{SOURCE}:9")
    viewer.press("Escape")
    viewer.expect_lit(SOURCE, how="here")
    assert "at=" not in viewer.fragment


def test_brackets_walk_the_panes_and_n_and_p_the_lit_lines(viewer: Viewer) -> None:
    viewer.open(f"#at={SOURCE}:9")
    viewer.expect_lit(GRAPH, 3, 4, 5)
    viewer.press("]")
    assert viewer.page.evaluate(FOCUSED) == GRAPH
    viewer.press("n", "n", "Enter")
    viewer.expect_lit(GRAPH, 5, how="here")
    viewer.press("]", "p", "Enter")
    viewer.expect_lit(RELU, 8, how="here")
    viewer.press("]", "]")
    assert viewer.page.evaluate(FOCUSED) == SOURCE


def test_keys_stay_with_the_pane_that_a_reader_has_gone_to_meanwhile(viewer: Viewer) -> None:
    held: list[Route] = []
    viewer.page.route("**/maps/**", lambda route: held.append(route))  # noqa: PLW0108 -- Playwright takes no built-in
    viewer.open()
    viewer.line(SOURCE, 9).click()
    viewer.press("]")
    assert held
    viewer.page.unroute("**/maps/**")  # lets go of those that are held
    viewer.expect_lit(RELU, 6, 7, 8)
    viewer.page.wait_for_load_state("networkidle")
    expect(viewer.pane(GRAPH)).to_have_attribute("data-current", "")


def test_panes_are_moved_and_closed(viewer: Viewer) -> None:
    viewer.open().press("]", "}")
    assert viewer.panes == [SOURCE, RELU, GRAPH, START[3]]
    viewer.press("x")
    assert viewer.panes == [SOURCE, RELU, START[3]]
    assert viewer.fragment.startswith(f"#open={SOURCE},{RELU},{START[3]}&")
    handle = viewer.pane(SOURCE).get_by_role("separator")
    before = viewer.pane(SOURCE).evaluate("one => one.clientWidth")
    handle.focus()
    viewer.press("ArrowLeft", "ArrowLeft")
    assert viewer.pane(SOURCE).evaluate("one => one.clientWidth") < before


def test_the_keys_are_told(viewer: Viewer) -> None:
    viewer.open().press("?")
    expect(viewer.page.get_by_role("dialog", name="Keys")).to_contain_text("Next and previous lit line")
    viewer.press("Escape")
    expect(viewer.page.get_by_role("dialog")).to_be_hidden()


def test_all_texts_are_searched_and_what_is_found_is_opened(viewer: Viewer) -> None:
    viewer.open().press("f")
    viewer.page.keyboard.type("tmp0 + tmp1")
    found = viewer.page.get_by_role("region", name="Search")
    expect(found.get_by_role("status")).to_have_text("1 line found")
    assert "find=tmp0" in viewer.fragment
    viewer.press("ArrowDown", "Enter")
    viewer.expect_lit("kernel-1/cpp", 8, how="here")
    viewer.press("Escape")
    expect(found).to_be_hidden()


def test_a_pane_is_searched_by_itself(viewer: Viewer) -> None:
    viewer.open().press("]", "Control+f")
    viewer.page.keyboard.type("relu")
    expect(viewer.pane(GRAPH).locator(".cm-searchMatch")).to_have_count(4)
    viewer.press("n", "Escape")
    assert viewer.panes == START
