"""The search box in the head of every page, and the page behind it."""

import re

from playwright.sync_api import Locator, Page, expect

from e2e.axe import violations
from e2e.edition import EXPLAINERS


def options(page: Page) -> Locator:
    return page.get_by_role("listbox", name="Found").get_by_role("option")


def ask(page: Page, words: str) -> None:
    page.keyboard.press("/")
    expect(page.get_by_role("combobox")).to_be_focused()
    page.keyboard.type(words)
    expect(options(page).first).to_be_visible()


def test_a_slash_an_arrow_and_enter_lead_to_what_was_looked_for(page: Page) -> None:
    page.goto("/")
    ask(page, "torchinductor")
    page.keyboard.press("ArrowDown")
    expect(options(page).first).to_have_attribute("aria-selected", "true")
    first = options(page).first.get_attribute("id") or ""
    expect(page.get_by_role("combobox")).to_have_attribute("aria-activedescendant", first)
    page.keyboard.press("Enter")
    page.wait_for_url("**/explainers/pytorch/**#inductor")
    expect(page.locator("#inductor")).to_be_visible()


def test_arrows_go_round_and_leave_the_words_alone(page: Page) -> None:
    page.goto("/")
    ask(page, "triton")
    for chosen in (*range(options(page).count()), None, 0):
        page.keyboard.press("ArrowDown")
        marks = [option.get_attribute("aria-selected") for option in options(page).all()]
        assert [place for place, mark in enumerate(marks) if mark == "true"] == ([] if chosen is None else [chosen])
    page.keyboard.press("ArrowUp")
    assert page.get_by_role("combobox").input_value() == "triton"


def test_escape_closes_the_list(page: Page) -> None:
    page.goto("/")
    ask(page, "triton")
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    expect(page.get_by_role("combobox")).to_have_attribute("aria-expanded", "false")


def test_axe_finds_nothing_wrong_with_the_open_list(page: Page) -> None:
    page.goto("/")
    ask(page, "triton")
    page.keyboard.press("ArrowDown")
    assert violations(page) == []


def test_a_click_leads_there_too(page: Page) -> None:
    page.goto("/paths/")
    ask(page, "torchdynamo")
    options(page).first.click()
    page.wait_for_url("**/explainers/pytorch/**#dynamo")


def test_words_of_a_quote_lead_to_the_quote(page: Page) -> None:
    quote = EXPLAINERS[0].citations[0].exact
    page.goto("/")
    ask(page, " ".join(quote.split()[:6]))
    expect(options(page).filter(has_text="quote").first).to_be_visible()


def test_a_trace_is_found_by_its_program_and_by_what_was_found_in_it(page: Page) -> None:
    page.goto("/")
    ask(page, "graph break")
    found = options(page).filter(has_text="graph_break.py")
    expect(found).to_contain_text("trace · torch.compile · CPU")
    found.click()
    page.wait_for_url("**/traces/graph-break/**")
    page.goto("/search/?q=softmax")
    expect(page.locator("li:visible", has_text=re.compile(r"^\s*softmax\.py"))).to_be_visible()


def test_what_is_nowhere_is_said_to_be_nowhere(page: Page) -> None:
    page.goto("/")
    ask(page, "triton")
    page.keyboard.type("zzz")
    expect(options(page)).to_have_count(0)
    expect(page.get_by_role("status").filter(has_text="Nothing found")).to_be_attached()


def test_enter_alone_opens_the_search_page_with_the_words(page: Page) -> None:
    page.goto("/")
    ask(page, "triton")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search/?q=triton")
    shown = page.locator(".search-group li:visible")
    expect(shown.first).to_be_visible()
    assert 0 < shown.count() < page.locator(".search-group li").count()
    assert all("triton" in text.lower() for text in shown.all_inner_texts())


def test_a_search_works_from_an_address_that_a_walk_has_moved(page: Page) -> None:
    """The index lies beside the page that was loaded, not beside the address of now."""
    page.goto("/explainers/pytorch/")
    page.locator('[data-option="compile"]').click()
    ask(page, "pjrt")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/explainers/jax/**#pjrt")


def test_a_whole_document_pasted_into_the_box_still_leads_to_the_search_page(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("/")
    page.keyboard.insert_text("(.*[ " * 20_000)
    page.keyboard.press("Enter")
    page.wait_for_url("**/search/?q=**")
    expect(page.get_by_role("heading", name="Search")).to_be_visible()
