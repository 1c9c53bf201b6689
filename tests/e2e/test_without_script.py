"""Without script each path is a page of its own, complete and with working pickers."""

import pytest
from playwright.sync_api import Page, Route, expect

from e2e.axe import violations
from e2e.conftest import OpenPage
from e2e.edition import LONGEST, TRAILS
from e2e.reading import drawn_on, path_of, squeezed
from e2e.test_every_page import NARROW, SMALL_TARGETS
from e2e.trails import Trail, trails_of


@pytest.fixture
def plain(open_page: OpenPage, served: str) -> Page:
    return open_page(served, java_script_enabled=False)


def texts_of(trail: Trail) -> list[str]:
    """Everything that the explainer says."""
    explainer = trail.explainer
    stages = [text for stage in explainer.stages for text in (stage.name, stage.summary, stage.takes, stage.gives)]
    return [
        explainer.title,
        explainer.summary,
        *stages,
        *(step.summary for step in explainer.steps),
        *(citation.exact for citation in explainer.citations),
        *(text for limit in explainer.limits for text in (limit.what, limit.why)),
    ]


@pytest.mark.parametrize("trail", TRAILS, ids=str)
def test_a_path_is_complete(plain: Page, trail: Trail) -> None:
    plain.goto(trail.url)
    assert plain.title() == f"{trail.explainer.framework} · {trail.title}"
    assert sorted(drawn_on(plain)) == sorted(trail.order)
    expect(plain.locator(".canvas svg")).to_be_visible()
    shown = [one.get_attribute("id") for one in plain.locator("ol.panels .panel:visible").all()]
    assert shown == trail.order
    assert plain.locator(".panel:visible").count() == len(trail.explainer.stages) + len(trail.explainer.steps)
    read = squeezed(plain.locator("main").inner_text())
    assert [text for text in texts_of(trail) if squeezed(text) not in read] == []
    assert plain.evaluate(PICKERS) == picks_of(trail)


# Where the pickers lead, by choice and option.
PICKERS = """() => Object.fromEntries([...document.querySelectorAll(".picker a")].map(
  (one) => [`${one.dataset.choice}=${one.dataset.option}`, one.pathname]))"""


def picks_of(trail: Trail) -> dict[str, str]:
    urls = {tuple(other.path.selection.items()): other.url for other in trails_of(trail.explainer)}
    return {
        f"{choice.id}={option.id}": urls[tuple({**trail.path.selection, choice.id: option.id}.items())]
        for choice in trail.explainer.choices
        for option in choice.options
    }


@pytest.mark.parametrize("trail", LONGEST, ids=str)
def test_a_picker_leads_to_the_path(plain: Page, trail: Trail) -> None:
    start = trails_of(trail.explainer)[0]
    plain.goto(start.url)
    for choice, option in trail.path.selection.items():
        plain.locator(f'.picker [data-choice="{choice}"][data-option="{option}"]').click()
    assert path_of(plain) == trail.url != start.url


def test_no_control_is_shown_that_needs_script(plain: Page) -> None:
    plain.goto(TRAILS[-1].url)
    expect(plain.locator(".walk, .hint").first).to_be_hidden()
    assert plain.locator("main button:visible").count() == 0
    plain.goto("/evidence/")
    expect(plain.locator("form.filter")).to_be_hidden()


def test_hiding_what_is_off_the_path_needs_no_script(plain: Page) -> None:
    plain.goto(TRAILS[-1].url)
    plain.get_by_role("checkbox", name="This path only").click()
    expect(plain.locator(".canvas .stage.off").first).to_be_hidden()


def test_the_search_form_leads_to_a_list_of_everything(plain: Page) -> None:
    plain.goto("/")
    plain.locator("header input[name=q]").fill("triton")
    plain.locator("header input[name=q]").press("Enter")
    plain.wait_for_url("**/search/**")
    assert plain.locator(".search-group li:visible").count() > 100


def as_without_script(route: Route) -> None:
    """The style sheet, told that script is off: axe-core itself is a script, and must run."""
    sheet = route.fetch()
    swapped = sheet.text().replace("scripting:enabled", "scripting:initial-only")
    route.fulfill(response=sheet, body=swapped.replace("scripting:none", "scripting:enabled"))


@pytest.fixture
def measured(page: Page) -> Page:
    """A page without its script, and as it is styled then, that tests can run scripts of their own in."""
    page.route("**/static/*.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.route("**/static/site.css*", as_without_script)
    return page


def test_axe_finds_nothing(measured: Page) -> None:
    measured.goto(LONGEST[-1].url)
    assert measured.locator(".panel").last.is_visible()
    assert violations(measured) == []


def test_a_trace_has_nothing_too_small_to_touch(measured: Page) -> None:
    measured.set_viewport_size(NARROW)
    measured.goto("/traces/jax-mlp-step/")
    expect(measured.get_by_role("link", name="As a page").first).to_be_visible()
    assert measured.evaluate(SMALL_TARGETS) == []
