"""The table of all quotes, narrowed by verdict, explainer, source and words."""

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.edition import EXPLAINERS, SITE

DOCUMENTS = SITE.dataset.documents


def rows(page: Page) -> Locator:
    return page.locator("tr[data-verdict]:visible")


def total() -> int:
    return sum(len(document.citations) for document in DOCUMENTS)


def test_without_a_filter_every_quote_is_there(page: Page) -> None:
    page.goto("/evidence/")
    expect(rows(page)).to_have_count(total())
    expect(page.locator(".filter-count")).to_contain_text(f"{total()} of {total()} quotes")


def test_an_explainer_shows_its_own_quotes(page: Page) -> None:
    page.goto("/evidence/")
    for explainer in EXPLAINERS:
        page.get_by_label("Explainer").select_option(explainer.slug)
        expect(rows(page)).to_have_count(len(explainer.citations))
        expect(page.locator(".filter-count b")).to_have_text(str(len(explainer.citations)))


def test_a_publisher_shows_the_quotes_of_its_sources(page: Page) -> None:
    page.goto("/evidence/")
    publisher = EXPLAINERS[0].sources[0].publisher
    page.get_by_label("Source").select_option(publisher)
    expected = sum(
        document.source[citation.source].publisher == publisher
        for document in DOCUMENTS
        for citation in document.citations
    )
    expect(rows(page)).to_have_count(expected)


def test_a_verdict_shows_the_quotes_that_got_it(page: Page) -> None:
    page.goto("/evidence/")
    verdicts = page.get_by_label("Verdict")
    for verdict in verdicts.locator("option").evaluate_all("(all) => all.map((one) => one.value).filter(Boolean)"):
        verdicts.select_option(verdict)
        expect(rows(page)).to_have_count(page.locator(f'tr[data-verdict="{verdict}"]').count())


def test_filters_add_up_and_stand_in_the_address(page: Page) -> None:
    page.goto("/evidence/")
    page.get_by_label("Explainer").select_option("pytorch")
    page.get_by_label("Text").fill("kernel")
    shown = rows(page).count()
    assert 0 < shown < total()
    assert all("kernel" in text.lower() for text in rows(page).all_inner_texts())
    page.reload()
    expect(page.get_by_label("Text")).to_have_value("kernel")
    expect(rows(page)).to_have_count(shown)
    page.get_by_role("button", name="Show all").first.click()
    expect(rows(page)).to_have_count(total())


def test_words_that_no_quote_has_are_met_with_a_sentence_and_a_way_back(page: Page) -> None:
    page.goto("/evidence/")
    page.get_by_label("Text").fill("zzzz")
    expect(page.get_by_text("No quote fits.")).to_be_visible()
    page.locator(".nothing").get_by_role("button", name="Show all").click()
    expect(rows(page)).to_have_count(total())


def test_a_link_to_a_quote_shows_it_even_when_a_filter_would_hide_it(page: Page) -> None:
    citation = EXPLAINERS[0].citations[0]
    page.goto(f"/evidence/?text=zzzz#{EXPLAINERS[0].id}.{citation.id}")
    expect(page.locator(f'[id="{EXPLAINERS[0].id}.{citation.id}"]')).to_be_in_viewport()


@pytest.mark.parametrize("place", ["%", "%E0%A4%A", "<img src=x>", "nowhere"])
def test_a_place_that_is_none_changes_nothing(page: Page, place: str) -> None:
    page.goto(f"/evidence/?verdict=nonsense&file=nonsense#{place}")
    expect(rows(page)).to_have_count(total())
