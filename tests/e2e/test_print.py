"""On paper: the path, whole."""

from playwright.sync_api import Page, expect

from e2e.edition import LONGEST
from e2e.reading import MARK, squeezed

# What a style sheet writes after links, such as their addresses.
WRITTEN_AFTER_LINKS = """() => [...document.querySelectorAll("a[href^='#']")]
  .map((one) => getComputedStyle(one, "::after").content).filter((content) => content.includes("#"))"""


def test_the_diagram_and_every_panel_of_the_path_are_on_paper(page: Page) -> None:
    trail = LONGEST[-1]
    page.goto(f"{trail.url}#{trail.order[2]}")
    page.emulate_media(media="print")
    expect(page.locator(".canvas svg")).to_be_visible()
    assert [one.get_attribute("id") for one in page.locator(".panel:visible").all()] == trail.order
    read = squeezed(page.locator("main").inner_text())
    for place in trail.places:
        assert squeezed(place.summary) in read
        for citation in (trail.explainer.citation[one] for one in place.citations):
            assert squeezed(citation.exact) in read


def test_each_quote_on_paper_says_where_it_comes_from(page: Page) -> None:
    trail = LONGEST[-1]
    page.goto(trail.url)
    page.emulate_media(media="print")
    for place in trail.places:
        read = squeezed(page.locator(f'.panel[id="{place.id}"]').inner_text())
        for citation in (trail.explainer.citation[one] for one in place.citations):
            source = trail.explainer.source[citation.source]
            where = source.path if source.repository and source.path else source.release and source.release.path
            assert (where or source.title) in read
    assert page.evaluate(WRITTEN_AFTER_LINKS) == []


def test_what_only_a_screen_needs_stays_off_paper(page: Page) -> None:
    page.goto(LONGEST[-1].url)
    page.emulate_media(media="print")
    for only_on_screen in (".site-nav", ".site-search", ".walk", ".skip"):
        expect(page.locator(only_on_screen).first).to_be_hidden()


def test_paper_is_white_even_for_those_who_read_in_the_dark(page: Page) -> None:
    page.goto(LONGEST[-1].url)
    page.evaluate(MARK)
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.pdf().startswith(b"%PDF")
