"""What holds on every page."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from html_page import Page, read_file
from places import BASE_URL

from chipward.site.address import file_of
from chipward.site.build import build
from chipward.site.page import Page as PageKind
from chipward.site.pages import PAGES, _refuse_disorder
from chipward.site.publication import Publication

DATA_BLOCKS = {"application/json", "application/ld+json", "application/octet-stream"}
REFERENCES = {"aria-controls", "aria-describedby", "aria-labelledby", "aria-owns", "for"}
LANDMARKS = {"aside", "form", "nav", "section"}


def test_there_is_a_page_of_every_kind(built: Path, publication: Publication) -> None:
    for kind in PAGES:
        urls = list(kind.urls(publication.site))
        assert urls, kind.name
        assert [url for url in urls if not (built / file_of(url)).is_file()] == [], kind.name


def test_tags_nest(pages: dict[str, Page]) -> None:
    assert {name: page.faults for name, page in pages.items() if page.faults} == {}


def test_every_page_has_a_language_a_title_and_a_description(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        assert page.all("html")[0].attributes["lang"] == "en"
        (description,) = [meta for meta in page.all("meta") if meta.attributes.get("name") == "description"]
        assert len(description.attributes["content"]) > 20, name
        assert page.all("title")[0].text, name


def test_every_page_has_a_title_of_its_own(built: Path) -> None:
    texts = (path.read_text(encoding="utf-8") for path in built.rglob("*.html"))
    titles = Counter(title for text in texts for title in re.findall("<title>(.*?)</title>", text))
    assert [title for title, times in titles.items() if times > 1] == []


def test_every_page_has_landmarks_and_one_main_heading(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        assert len(page.all("h1")) == 1, name
        assert len(page.all("main")) == 1, name
        assert page.all("nav"), name
        assert [one for one in page.all("header") if "main" not in one.parents], name
        assert [one for one in page.all("footer") if "main" not in one.parents], name


def test_landmarks_of_a_kind_are_told_apart_by_name(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        text = {element.attributes["id"]: element.text for element in page.elements if "id" in element.attributes}
        names = Counter(
            (element.tag, element.attributes.get("aria-label") or text[element.attributes["aria-labelledby"]])
            for element in page.elements
            if element.tag in LANDMARKS and {"aria-label", "aria-labelledby"} & element.attributes.keys()
        )
        assert [one for one, times in names.items() if times > 1] == [], name


def test_what_names_or_describes_an_element_is_on_its_page(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        ids = set(page.ids)
        for element in page.elements:
            for reference in REFERENCES & element.attributes.keys():
                assert set(element.attributes[reference].split()) <= ids, f"{name}: {reference} of <{element.tag}>"


def test_headings_leave_out_no_level(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        level = 0
        for element in page.elements:
            if re.fullmatch(r"h[1-6]", element.tag):
                assert int(element.tag[1]) <= level + 1, f"{name}: {element.text}"
                level = int(element.tag[1])


def test_nothing_is_inline_that_the_policy_forbids(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        assert page.all("style") == [], name
        for element in page.elements:
            assert not [one for one in element.attributes if one == "style" or one.startswith("on")], name
        for script in page.all("script"):
            is_data = script.attributes.get("type") in DATA_BLOCKS  # a browser never runs these
            assert is_data or ("src" in script.attributes and not script.text), name


def test_scripts_are_classic_and_deferred_so_that_they_run_from_the_disk(pages: dict[str, Page]) -> None:
    for page in pages.values():
        for script in page.all("script"):
            if "src" in script.attributes:
                assert script.attributes.get("type", "text/javascript") == "text/javascript"
                assert "defer" in script.attributes


def test_the_built_pages_carry_the_policy_before_anything_is_loaded(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        head = [one for one in page.elements if one.tag in {"meta", "link", "script"}]
        first = next(number for number, one in enumerate(head) if "http-equiv" in one.attributes)
        assert head[first].attributes["http-equiv"] == "Content-Security-Policy", name
        assert "default-src 'none'" in head[first].attributes["content"]
        assert "frame-ancestors" not in head[first].attributes["content"]  # not allowed there
        assert not [one for one in head[:first] if one.tag != "meta"], name


def test_fields_have_labels(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        labelled = {label.attributes.get("for") for label in page.all("label")}
        for field in [*page.all("input"), *page.all("select")]:
            is_wrapped = "label" in field.parents
            assert is_wrapped or field.attributes.get("id") in labelled or "aria-label" in field.attributes, name


def test_every_page_but_404_names_its_json_twin(built: Path, pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        twins = [one for one in page.all("link") if one.attributes.get("type") == "application/json"]
        assert len(twins) == (0 if name == "404.html" else 1), name
        for twin in twins:
            file = (built / name).parent / twin.attributes["href"]
            json.loads(file.read_text(encoding="utf-8"))


def test_a_page_that_knows_where_it_stands_says_so(built_below: Path) -> None:
    page = read_file(built_below / "paths" / "index.html")
    (canonical,) = [one for one in page.all("link") if one.attributes["rel"] == "canonical"]
    assert canonical.attributes["href"] == f"{BASE_URL}/paths/"


def test_a_page_that_does_not_know_where_it_stands_claims_nothing(pages: dict[str, Page]) -> None:
    for page in pages.values():
        assert not [one for one in page.all("link") if one.attributes["rel"] == "canonical"]
        assert not [one for one in page.all("meta") if one.attributes.get("property") == "og:url"]


def test_nothing_is_announced_that_an_explainer_does_not_have(small_data: Path, tmp_path: Path) -> None:
    file = small_data / "explainers" / "how-small-runs.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"limits": []}))
    build(small_data, tmp_path / "site")
    page = read_file(tmp_path / "site" / "explainers" / "small" / "cpu" / "index.html")
    assert "left_out" not in page.ids
    (rest,) = [one for one in page.all("section") if one.attributes.get("class") == "rest"]
    assert "hidden" in rest.attributes  # it has but one path, so nothing lies off it


def test_the_json_for_search_engines_is_json(pages: dict[str, Page]) -> None:
    (script,) = [one for one in pages["data/index.html"].all("script") if "src" not in one.attributes]
    assert json.loads(script.text)["@type"] == "Dataset"


def _kind(name: str) -> PageKind:
    return PageKind(name, "", lambda _: (), PAGES[0].head, PAGES[0].context)


@pytest.mark.parametrize("names", [("a", "a"), ("b", "a")])
def test_the_list_of_pages_refuses_duplicates_and_disorder(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="alphabetical"):
        _refuse_disorder(tuple(map(_kind, names)))
