"""Data that attacks its reader is shown as what it is: text.

The browser is told to ignore the Content-Security-Policy here, so that escaping alone must hold.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from benchmarks.server import serving
from chipward.dataset.load import data_folder
from chipward.site import gather
from chipward.site.build import build
from e2e.edition import PAGE_URLS

NAME = "<img src=x onerror='window.attacked=1'>"
CAPTION = '"><svg onload=window.attacked=1>'
SUMMARY = "`</code><script>window.attacked=1</script>` & <b onclick=x>bold</b>"
QUOTE = "</script><script>window.attacked=1</script> ${window.attacked=1} {{ 7*7 }} ' \" -->"
KIND = "</text><script>attacked=1//"
STAGE = "inductor"

Hostile = tuple[Page, str]


def spoil(folder: Path) -> None:
    """Put attacks into a stage, its quotes, an arrow, an option and a tool."""
    path = folder / "explainers/how-pytorch-runs.json"
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    stage = next(stage for stage in data["stages"] if stage["id"] == STAGE)
    stage.update(name=NAME, caption=CAPTION, summary=SUMMARY)
    for citation in data["citations"]:
        if citation["id"] in stage["citations"]:
            citation["exact"] = QUOTE
    next(step for step in data["steps"] if step["from"] == STAGE)["kind"] = KIND
    data["choices"][0]["options"][1]["name"] = NAME
    path.write_text(json.dumps(data), encoding="utf-8")
    path = folder / "atlas/lineage.json"
    atlas = json.loads(path.read_text(encoding="utf-8"))
    next(node for node in atlas["nodes"] if node["id"] == "triton")["name"] = NAME
    path.write_text(json.dumps(atlas), encoding="utf-8")


@pytest.fixture(scope="module")
def spoilt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("spoilt") / "data"
    shutil.copytree(data_folder(), folder)
    spoil(folder)
    return folder


@pytest.fixture(scope="module")
def live(spoilt: Path) -> Iterator[str]:
    with serving(spoilt) as address:
        yield address


@pytest.fixture(scope="module")
def on_disk(spoilt: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Without traces: nothing in them comes of the data that is spoilt."""
    folder = tmp_path_factory.mktemp("spoilt-site") / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gather, "gallery_files", tuple)
        build(spoilt, folder)
    return folder.as_uri()


@pytest.fixture(scope="module")
def victim(browser: Browser) -> Iterator[Page]:
    with browser.new_context(bypass_csp=True) as context:
        yield context.new_page()


def assert_unharmed(page: Page) -> None:
    page.wait_for_load_state("load")
    assert page.evaluate("window.attacked") is None
    assert page.locator("[onerror], [onload], [onclick], img[src=x]").count() == 0


def test_the_attack_works_where_nothing_escapes_it(victim: Page) -> None:
    victim.set_content(NAME)
    victim.wait_for_function("window.attacked === 1")


@pytest.mark.parametrize("url", PAGE_URLS)
def test_no_page_runs_what_the_data_says(victim: Page, live: str, url: str) -> None:
    victim.goto(f"{live}{url}")
    assert_unharmed(victim)


def test_the_attacks_are_shown_as_text(victim: Page, live: str) -> None:
    victim.goto(f"{live}/explainers/pytorch/compile/cpu/#{STAGE}")
    panel = victim.locator(f".panel[id={STAGE}]")
    expect(panel.get_by_role("heading").first).to_have_text(NAME)
    expect(panel).to_contain_text(SUMMARY.replace("`", ""))
    expect(panel.locator("blockquote").first).to_have_text(QUOTE)
    expect(victim.locator(".picker [data-option=compile]")).to_have_text(NAME)
    assert "onerror" in victim.title()
    assert_unharmed(victim)


def test_walking_and_picking_write_no_markup(victim: Page, live: str) -> None:
    victim.goto(f"{live}/explainers/pytorch/eager/cpu/")
    victim.locator("[data-option=compile]").click()
    for _ in range(12):
        victim.keyboard.press("ArrowRight")
    assert_unharmed(victim)


def test_the_search_box_writes_no_markup(victim: Page, live: str) -> None:
    victim.goto(f"{live}/")
    victim.keyboard.press("/")
    victim.keyboard.type("attacked")
    expect(victim.get_by_role("option").first).to_contain_text("window.attacked=1")
    assert_unharmed(victim)


def test_the_words_in_an_address_write_no_markup(victim: Page, live: str) -> None:
    attack = "%3Cimg%20src=x%20onerror=window.attacked=1%3E"
    for url in (f"/search/?q={attack}", f"/evidence/?text={attack}&verdict={attack}", f"/explainers/jax/#{attack}"):
        victim.goto(f"{live}{url}")
        assert_unharmed(victim)


@pytest.mark.parametrize("url", ["/", "/explainers/pytorch/compile/cpu/", "/evidence/", "/atlas/triton/", "/search/"])
def test_the_built_pages_are_as_safe(victim: Page, on_disk: str, url: str) -> None:
    victim.goto(f"{on_disk}{url}index.html")
    assert_unharmed(victim)
