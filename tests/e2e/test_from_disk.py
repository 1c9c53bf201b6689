"""The built site opened from the disk, without any server."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import OpenPage
from e2e.edition import LONGEST, TRAILS
from e2e.reading import drawn_on, listed, open_panels, path_of, place_of

TRAIL = LONGEST[-1]


def file_of(built: Path, url: str) -> str:
    return (built / url.strip("/") / "index.html").as_uri()


@pytest.fixture
def opened(open_page: OpenPage, built: Path) -> Page:
    return open_page(built.as_uri())


@pytest.fixture
def opened_without_script(open_page: OpenPage, built: Path) -> Page:
    return open_page(built.as_uri(), java_script_enabled=False)


def test_walking_works(opened: Page, built: Path) -> None:
    opened.goto(file_of(built, TRAIL.url))
    visited = []
    for _ in TRAIL.order:
        opened.keyboard.press("ArrowRight")
        visited.append(place_of(opened))
    assert visited == TRAIL.order
    assert open_panels(opened) == [TRAIL.order[-1]]
    opened.reload()
    assert open_panels(opened) == [TRAIL.order[-1]]


def test_picking_leads_to_the_other_path(opened: Page, built: Path) -> None:
    opened.goto(file_of(built, "/explainers/pytorch/eager/cpu/"))
    opened.locator('[data-option="compile"]').click()
    opened.wait_for_url("**/explainers/pytorch/compile/cpu/index.html")
    assert listed(opened) == next(trail.order for trail in TRAILS if str(trail) == "pytorch/compile/cpu")


def test_picking_back_and_forward_keep_step(opened: Page, built: Path) -> None:
    opened.goto(file_of(built, "/explainers/pytorch/eager/cpu/"))
    opened.locator('[data-option="compile"]').click()
    opened.wait_for_url("**/compile/cpu/index.html")
    opened.keyboard.press("ArrowRight")
    opened.go_back()
    assert open_panels(opened) == []
    opened.go_back()
    assert path_of(opened).endswith("/eager/cpu/index.html")
    expect(opened.locator("h2.route-title")).to_have_text("Eager · CPU")


def test_searching_works(opened: Page, built: Path) -> None:
    opened.goto(file_of(built, "/"))
    opened.keyboard.press("/")
    opened.keyboard.type("torchinductor")
    expect(opened.get_by_role("option").first).to_be_visible()
    opened.keyboard.press("ArrowDown")
    opened.keyboard.press("Enter")
    opened.wait_for_url("**/explainers/pytorch/**#inductor")
    assert open_panels(opened) == ["inductor"]


def test_the_evidence_filter_works(opened: Page, built: Path) -> None:
    opened.goto(file_of(built, "/evidence/"))
    opened.get_by_label("Explainer").select_option("jax")
    expect(opened.locator("tr[data-verdict]:visible")).to_have_count(len(TRAILS[0].explainer.citations))


def test_without_script_the_path_is_whole_and_the_pickers_lead_on(opened_without_script: Page, built: Path) -> None:
    page = opened_without_script
    page.goto(file_of(built, TRAIL.url))
    assert sorted(drawn_on(page)) == sorted(TRAIL.order)
    assert [one.get_attribute("id") for one in page.locator("ol.panels .panel:visible").all()] == TRAIL.order
    page.locator('[data-option="cpu"]').click()
    assert path_of(page).endswith("/explainers/pytorch/compile/cpu/index.html")


def test_style_and_font_are_there(opened: Page, built: Path) -> None:
    opened.goto(file_of(built, "/"))
    assert opened.evaluate("document.fonts.ready.then(() => document.fonts.check('16px Inter'))")
    assert opened.evaluate("getComputedStyle(document.body).fontFamily").startswith("Inter")
