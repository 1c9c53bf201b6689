"""Picking a mode or a device switches the path at once, without loading a page."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.edition import LONGEST, TRAILS
from e2e.reading import MARK, MARKED, drawn_on, listed, path_of
from e2e.trails import Trail, trails_of


def start_of(trail: Trail) -> Trail:
    """Another path of the same explainer, from which every choice of this one is a change where it can be."""
    others = [other for other in trails_of(trail.explainer) if other.path != trail.path]
    return max(others, key=lambda other: len(set(other.path.selection.items()) - set(trail.path.selection.items())))


def press(page: Page, option: Locator, way: Literal["mouse", "keyboard"]) -> None:
    if way == "mouse":
        option.click()
    else:
        option.focus()
        page.keyboard.press("Enter")


def pick(page: Page, trail: Trail, way: Literal["mouse", "keyboard"] = "mouse") -> None:
    for choice, option in trail.path.selection.items():
        picked = page.locator(f'.picker [data-choice="{choice}"][data-option="{option}"]')
        press(page, picked, way)
        expect(picked).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
@pytest.mark.parametrize("trail", LONGEST, ids=str)
def test_picking_switches_the_path_without_loading_a_page(
    page: Page, trail: Trail, way: Literal["mouse", "keyboard"]
) -> None:
    page.goto(start_of(trail).url)
    page.evaluate(MARK)
    pick(page, trail, way)
    assert page.evaluate(MARKED)
    assert path_of(page) == trail.url
    assert page.title() == f"{trail.explainer.framework} · {trail.title}"
    expect(page.locator("h2.route-title")).to_have_text(trail.title)
    expect(page.locator(".tally")).to_have_text(
        re.compile(rf"\b{len(trail.stages)} stages · {len(trail.steps)} steps\b")
    )
    assert sorted(drawn_on(page)) == sorted(trail.order)
    assert listed(page) == trail.order


def told(page: Page) -> list[str]:
    """All that the page says of the picked path. What only other paths have may stand in another order."""
    on_screen = [page.title(), *page.locator(".explainer-head, .bar, .outline").all_inner_texts()]
    page.emulate_media(media="print")  # shows all panels of the path at once
    on_paper = page.locator("ol.panels").all_inner_texts()
    page.emulate_media(media="screen")
    return [*on_screen, *on_paper]


@pytest.mark.parametrize("trail", TRAILS, ids=str)
def test_a_picked_path_reads_as_its_own_page_does(page: Page, trail: Trail) -> None:
    page.goto(trail.url)
    loaded = told(page)
    page.goto(start_of(trail).url)
    assert told(page) != loaded
    page.evaluate(MARK)
    pick(page, trail)
    assert told(page) == loaded
    assert path_of(page) == trail.url
    assert listed(page) == trail.order
    assert sorted(drawn_on(page)) == sorted(trail.order)
    assert page.evaluate(MARKED)


def test_picking_keeps_the_open_stage_when_the_new_path_has_it(page: Page) -> None:
    page.goto("/explainers/pytorch/compile/cpu/#inductor")
    page.locator('[data-option="nvidia-gpu"]').click()
    assert page.evaluate("location.pathname + location.hash") == "/explainers/pytorch/compile/nvidia-gpu/#inductor"
    expect(page.locator("#inductor")).to_be_visible()


def test_picking_lets_go_of_a_stage_that_the_new_path_lacks(page: Page) -> None:
    page.goto("/explainers/pytorch/compile/cpu/#inductor")
    page.locator('[data-option="eager"]').click()
    assert page.evaluate("location.pathname + location.hash") == "/explainers/pytorch/eager/cpu/"
    expect(page.locator("#inductor")).to_be_hidden()


def test_the_address_of_an_explainer_shows_its_first_path(page: Page) -> None:
    page.goto("/explainers/pytorch/")
    assert (
        listed(page)
        == trails_of(next(trail.explainer for trail in TRAILS if trail.explainer.slug == "pytorch"))[0].order
    )
    page.evaluate(MARK)
    page.locator('[data-option="compile"]').click()
    assert path_of(page) == "/explainers/pytorch/compile/cpu/"
    assert page.evaluate(MARKED)


def test_a_screen_reader_hears_which_path_was_picked(page: Page) -> None:
    page.goto("/explainers/pytorch/eager/cpu/")
    said = page.locator("chipward-explainer [aria-live]")
    expect(said).to_have_text("")
    page.locator('[data-option="compile"]').click()
    expect(said).to_have_text("PyTorch · torch.compile · CPU")
    page.go_back()
    expect(said).to_have_text("PyTorch · Eager · CPU")
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text("Your Python code, stage 1 of 5")
