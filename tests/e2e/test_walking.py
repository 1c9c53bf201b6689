"""Walking a path with the arrow keys and with the buttons."""

import pytest
from playwright.sync_api import Page, expect

from e2e.edition import LONGEST, TRAILS
from e2e.reading import MARK, MARKED, drawn, lit, open_panels, panel, place_of
from e2e.trails import Trail


@pytest.mark.parametrize("trail", TRAILS, ids=str)
def test_arrow_keys_visit_every_stage_and_arrow_in_order(page: Page, trail: Trail) -> None:
    page.goto(trail.url)
    page.evaluate(MARK)
    visited = []
    for stop in trail.order:
        page.keyboard.press("ArrowRight")
        assert open_panels(page) == lit(page) == [stop]
        visited.append(place_of(page))
    assert visited == trail.order
    page.keyboard.press("ArrowRight")
    assert place_of(page) == trail.order[-1]
    assert page.evaluate(MARKED)


@pytest.mark.parametrize("trail", LONGEST, ids=str)
def test_arrow_keys_walk_back(page: Page, trail: Trail) -> None:
    page.goto(f"{trail.url}#{trail.order[-1]}")
    for stop in reversed(trail.order[:-1]):
        page.keyboard.press("ArrowLeft")
        assert place_of(page) == stop
    page.keyboard.press("ArrowLeft")
    assert place_of(page) == trail.order[0]


@pytest.mark.parametrize("trail", LONGEST, ids=str)
def test_the_next_button_walks_the_same_way(page: Page, trail: Trail) -> None:
    page.goto(trail.url)
    visited = []
    for _ in trail.order:
        page.get_by_role("button", name="Next").click()
        visited.append(place_of(page))
    assert visited == trail.order
    expect(page.get_by_role("button", name="Next")).to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("trail", LONGEST, ids=str)
def test_each_place_says_which_it_is(page: Page, trail: Trail) -> None:
    page.goto(f"{trail.url}#{trail.order[0]}")
    numbers = {"stage": 0, "step": 0}
    totals = {"stage": len(trail.stages), "step": len(trail.steps)}
    for stop in trail.order:
        kind = "step" if "--" in stop else "stage"
        numbers[kind] += 1
        expect(panel(page, stop).locator(".position")).to_have_text(f"{kind} {numbers[kind]} of {totals[kind]}")
        page.keyboard.press("ArrowDown")


def test_home_and_end_go_to_the_ends_of_the_path(page: Page) -> None:
    trail = LONGEST[-1]
    page.goto(f"{trail.url}#{trail.order[3]}")
    page.keyboard.press("End")
    assert place_of(page) == trail.order[-1]
    page.keyboard.press("Home")
    assert place_of(page) == trail.order[0]


def test_escape_closes_the_panel_and_shows_the_whole_path(page: Page) -> None:
    trail = LONGEST[-1]
    page.goto(f"{trail.url}#{trail.order[3]}")
    expect(page.locator(".outline")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator(".outline")).to_be_visible()
    assert open_panels(page) == []
    assert place_of(page) == ""


def test_the_focus_walks_along_in_the_diagram(page: Page) -> None:
    trail = LONGEST[-1]
    page.goto(trail.url)
    drawn(page, trail.order[0]).focus()
    page.keyboard.press("Enter")
    drawn(page, trail.order[0]).focus()
    page.keyboard.press("ArrowDown")
    expect(drawn(page, trail.order[1])).to_be_focused()


def test_a_screen_reader_is_told_where_the_walk_has_come(page: Page) -> None:
    trail = LONGEST[-1]
    page.goto(trail.url)
    page.keyboard.press("ArrowRight")
    expect(page.locator("[aria-live]")).to_have_text(f"{trail.stages[0].name}, stage 1 of {len(trail.stages)}")


def test_keys_typed_into_the_search_box_do_not_walk(page: Page) -> None:
    page.goto(LONGEST[-1].url)
    page.get_by_role("searchbox").or_(page.get_by_role("combobox")).first.focus()
    page.keyboard.press("ArrowRight")
    assert place_of(page) == ""
