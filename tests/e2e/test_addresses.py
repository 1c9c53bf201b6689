"""Every path, stage and arrow has its own address; back, forward and reload keep the place."""

import pytest
from playwright.sync_api import Page, expect

from e2e.edition import TRAILS
from e2e.reading import MARK, MARKED, drawn, listed, open_panels, path_of, place_of
from e2e.trails import Trail


@pytest.mark.parametrize("trail", TRAILS, ids=str)
def test_a_link_opens_the_path_the_stage_and_the_arrow_that_it_names(page: Page, trail: Trail) -> None:
    for stop in (trail.stages[-1].id, trail.steps[0].id):
        page.goto("about:blank")
        page.goto(f"{trail.url}#{stop}")
        assert open_panels(page) == [stop]
        assert listed(page) == trail.order
        expect(drawn(page, stop)).to_have_attribute("aria-current", "true")


def test_a_link_to_a_path_opens_no_panel(page: Page) -> None:
    page.goto(TRAILS[-1].url)
    assert open_panels(page) == []


def test_a_link_to_a_stage_off_the_path_opens_it_and_says_so(page: Page) -> None:
    page.goto("/explainers/pytorch/eager/cpu/#inductor")
    assert open_panels(page) == ["inductor"]
    expect(page.locator("#inductor .position")).to_have_text("not on this path")


def test_back_and_forward_retrace_paths_and_places(page: Page) -> None:
    page.goto("/explainers/pytorch/eager/cpu/")
    page.evaluate(MARK)
    page.locator('[data-option="compile"]').click()
    page.locator('[data-option="nvidia-gpu"]').click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    far = page.evaluate("location.pathname + location.hash")
    stops = [path_of(page) + place_of(page)]
    for _ in range(4):
        page.go_back()
        stops.append(path_of(page) + place_of(page))
    gpu = "/explainers/pytorch/compile/nvidia-gpu/"
    order = next(trail.order for trail in TRAILS if trail.url == gpu)
    assert stops == [
        gpu + order[1],
        gpu + order[0],
        gpu,
        "/explainers/pytorch/compile/cpu/",
        "/explainers/pytorch/eager/cpu/",
    ]
    expect(page.locator(".route-title").first).to_have_text("Eager · CPU")
    for _ in range(4):
        page.go_forward()
    assert page.evaluate("location.pathname + location.hash") == far
    assert open_panels(page) == [order[1]]
    assert listed(page) == order
    assert page.evaluate(MARKED)


def test_reload_keeps_the_path_and_the_place(page: Page) -> None:
    page.goto("/explainers/pytorch/eager/cpu/")
    page.locator('[data-option="compile"]').click()
    page.keyboard.press("ArrowRight")
    open_before = open_panels(page)
    page.reload()
    assert path_of(page) == "/explainers/pytorch/compile/cpu/"
    assert open_panels(page) == open_before
    assert page.title() == "PyTorch · torch.compile · CPU"


def test_back_from_another_page_comes_home_to_the_place(page: Page) -> None:
    page.goto("/explainers/pytorch/eager/cpu/")
    page.locator('[data-option="compile"]').click()
    page.keyboard.press("ArrowRight")
    place = page.url
    opened = open_panels(page)
    page.get_by_role("link", name="Every path", exact=True).first.click()
    page.wait_for_url("**/paths/")
    page.go_back()
    assert page.url == place
    assert open_panels(page) == opened


def test_links_still_lead_home_after_the_address_has_moved(page: Page) -> None:
    """They are relative in the page, and the address now lies in another folder."""
    page.goto("/explainers/pytorch/")
    page.locator('[data-option="compile"]').click()
    page.get_by_role("link", name="Shared tools").first.click()
    page.wait_for_url("**/tools/")
    expect(page.locator("h1")).to_be_visible()
    assert path_of(page) == "/tools/"
