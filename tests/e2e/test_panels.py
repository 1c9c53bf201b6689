"""A stage or an arrow opens its panel; what is off the path is faint, or hidden as the reader likes."""

import pytest
from playwright.sync_api import Page, expect

from e2e.axe import CONTRAST, violations
from e2e.edition import EXPLAINERS, LONGEST
from e2e.reading import drawn, open_panels, panel, place_of, squeezed
from e2e.trails import Trail

# A point on the line of an arrow, in the window, at which the arrow itself is what a pointer meets.
POINT_ON_ARROW = """(arrow) => {
  const line = arrow.querySelector("path");
  arrow.scrollIntoView({ block: "center" });
  const toWindow = line.getScreenCTM();
  for (let part = 1; part < 20; part += 1) {
    const point = line.getPointAtLength((line.getTotalLength() * part) / 20).matrixTransform(toWindow);
    if (document.elementFromPoint(point.x, point.y)?.closest("a") === arrow) return [point.x, point.y];
  }
  return null;
}"""


@pytest.mark.parametrize("trail", LONGEST, ids=str)
def test_a_click_on_a_stage_opens_its_panel(page: Page, trail: Trail) -> None:
    page.goto(trail.url)
    for stage in trail.stages:
        drawn(page, stage.id).click()
        assert open_panels(page) == [stage.id]
        assert place_of(page) == stage.id
        expect(panel(page, stage.id).get_by_role("heading").first).to_have_text(stage.name)
        assert squeezed(stage.summary) in squeezed(panel(page, stage.id).inner_text())


@pytest.mark.parametrize("trail", LONGEST, ids=str)
def test_a_click_on_an_arrow_opens_its_panel(page: Page, trail: Trail) -> None:
    page.goto(trail.url)
    for step in trail.steps:
        point = drawn(page, step.id).evaluate(POINT_ON_ARROW)
        assert point, f"no point of {step.id} can be clicked"
        page.mouse.click(*point)
        assert open_panels(page) == [step.id]
        assert place_of(page) == step.id
        assert squeezed(step.summary) in squeezed(panel(page, step.id).inner_text())


@pytest.mark.parametrize("trail", LONGEST, ids=str)
def test_a_panel_shows_its_quotes_with_verdict_source_and_licence(page: Page, trail: Trail) -> None:
    page.goto(trail.url)
    for place in trail.places:
        drawn(page, place.id).evaluate("(one) => one.dispatchEvent(new MouseEvent('click', { bubbles: true }))")
        shown = squeezed(panel(page, place.id).inner_text())
        for citation in (trail.explainer.citation[one] for one in place.citations):
            assert squeezed(citation.exact) in shown
        quotes = panel(page, place.id).locator("figure.quote")
        assert quotes.count() >= len(place.citations)
        for part in (".verdict", 'a[href^="https://"]', ".licence"):
            expect(quotes.first.locator(part).first).to_be_visible()


def test_axe_finds_nothing_wrong_with_an_open_panel(page: Page) -> None:
    trail = LONGEST[-1]
    page.goto(f"{trail.url}#{trail.stages[2].id}")
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, CONTRAST) == []


def test_a_link_in_the_list_opens_the_panel_and_moves_the_focus_there(page: Page) -> None:
    trail = LONGEST[-1]
    page.goto(trail.url)
    page.locator(".route").get_by_role("link", name=trail.stages[1].name, exact=True).click()
    assert open_panels(page) == [trail.stages[1].id]
    expect(panel(page, trail.stages[1].id).get_by_role("heading").first).to_be_focused()


def test_also_on_leads_to_the_same_stage_of_another_path(page: Page) -> None:
    page.goto("/explainers/pytorch/compile/cpu/#inductor")
    page.locator("#inductor .also").get_by_role("link", name="torch.compile · NVIDIA GPU").click()
    assert page.evaluate("location.pathname + location.hash") == "/explainers/pytorch/compile/nvidia-gpu/#inductor"
    assert open_panels(page) == ["inductor"]


OTHERS = [
    (f"{trail.url}#{stage.id}", other.framework)
    for trail in LONGEST
    for stage in trail.stages
    for other in EXPLAINERS
    if other is not trail.explainer and stage.atlas
    for twin in [other.stage.get(stage.id)]
    if twin and twin.atlas and twin.atlas.node == stage.atlas.node
]


@pytest.mark.parametrize(("url", "framework"), OTHERS)
def test_also_on_leads_to_another_explainer_whose_stage_has_the_same_name(page: Page, url: str, framework: str) -> None:
    page.goto(url)
    link = page.locator(".shown .also").get_by_role("link", name=f"{framework}: ")
    to = link.evaluate("(link) => link.href")
    link.click()
    expect(page).to_have_url(to)
    expect(page.get_by_role("navigation", name="You are here")).to_contain_text(framework)


def test_a_click_anywhere_in_the_box_of_a_stage_that_is_off_the_path_opens_it(page: Page) -> None:
    page.goto("/explainers/pytorch/eager/cpu/")
    drawn(page, "inductor").locator("rect").click(position={"x": 6, "y": 6})
    assert open_panels(page) == ["inductor"]


def test_a_link_to_what_is_hidden_shows_its_panel_all_the_same(page: Page) -> None:
    page.goto("/explainers/pytorch/eager/cpu/")
    page.get_by_role("checkbox", name="This path only").check()
    page.evaluate("location.hash = 'inductor'")
    expect(panel(page, "inductor")).to_be_visible()


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_what_is_off_the_path_hides_and_comes_back(page: Page, way: str) -> None:
    page.goto(LONGEST[-1].url)
    only = page.get_by_role("checkbox", name="This path only")

    def toggle() -> None:
        if way == "mouse":
            only.click()
        else:
            only.press("Space")

    on, off = (page.locator(f".canvas .stage.{state}") for state in ("on", "off"))
    expect(off.first).to_be_visible()
    toggle()
    assert not any(stage.is_visible() for stage in off.all())
    assert all(stage.is_visible() for stage in on.all())
    toggle()
    assert all(stage.is_visible() for stage in off.all())


def test_where_a_stage_was_seen_on_the_path_that_is_read_stands_first(page: Page) -> None:
    page.goto("/explainers/jax/no-jit/cpu/#pjrt")
    rows = panel(page, "pjrt").locator(".sightings").first.locator("li")
    expect(rows.first).to_contain_text("Without jit · CPU")
    before = rows.count()
    for option, told in (("TPU", "Without jit · TPU"), ("jax.jit", "jax.jit · TPU"), ("CPU", "jax.jit · CPU")):
        page.locator(".picker").get_by_role("link", name=option, exact=True).click()
        expect(rows.first).to_contain_text(told)
    assert rows.count() == before
