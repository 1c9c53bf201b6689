"""Whatever the data says, it is text on the page."""

import json
from pathlib import Path

import pytest
from html_page import read_file

from chipward.errors import Misuse
from chipward.site.build import build

MARKUP = '<img src=x onerror="alert(1)">'
QUOTE = "</script><script>alert(1)</script> {{ 7*7 }} ' \" & <b> ]]> -->"


def _built(data: Path, tmp_path: Path) -> Path:
    build(data, tmp_path / "site", base_url="https://example.org")
    return tmp_path / "site"


@pytest.mark.parametrize(
    ("name", "old"),
    [
        ("explainers/how-small-runs.json", "Your code"),
        ("explainers/how-small-runs.json", "A CPU"),
        ("explainers/how-small-runs.json", "How does Small run?"),
        ("explainers/how-small-runs.json", "Small"),
        ("explainers/how-small-runs.json", "From code to chip."),
        ("explainers/how-small-runs.json", "runs on"),
        ("explainers/how-small-runs.json", "a caption"),
        ("explainers/how-small-runs.json", "The language of your code"),
        ("explainers/how-small-runs.json", "Some people"),
        ("explainers/how-small-runs.json", "MIT"),
        ("explainers/how-small-runs.json", "First published."),
        ("explainers/how-small-runs.json", "Everything else"),
        ("atlas/lineage.json", "Tongue"),
        ("atlas/lineage.json", "All of it"),
        ("atlas/lineage.json", "A language."),
    ],
)
def test_markup_anywhere_in_the_data_is_text(spoil, tmp_path: Path, name: str, old: str) -> None:  # noqa: ANN001
    markup = "<b onclick=a>" if old in {"runs on", "a caption"} else MARKUP
    site = _built(spoil(name, old, markup), tmp_path)
    shown = 0
    for path in site.rglob("*.html"):
        page = read_file(path)
        assert page.faults == []
        assert page.all("img") == []
        for element in page.elements:
            assert not {"onerror", "onclick"} & set(element.attributes), path
            assert element.tag != "b" or "onclick" not in element.attributes
        shown += markup in page.all("html")[0].text
    assert shown


def test_a_quote_that_closes_scripts_is_text(spoil, tmp_path: Path) -> None:  # noqa: ANN001
    site = _built(spoil("explainers/how-small-runs.json", "The first words of the readme.", QUOTE), tmp_path)
    for path in site.rglob("*.html"):
        page = read_file(path)
        assert page.faults == []
        assert all("src" in one.attributes or one.attributes.get("type") for one in page.all("script")), path
    evidence = read_file(site / "evidence" / "index.html")
    assert QUOTE in [" ".join(one.text.split()) for one in evidence.all("blockquote")]
    index = (site / "search" / "index.js").read_text(encoding="ascii")
    assert "alert(1)" in index
    json.loads(index.removeprefix("window.chipwardIndex = ").removesuffix(";\n"))


def test_a_title_in_the_json_for_search_engines_cannot_leave_it(spoil, tmp_path: Path) -> None:  # noqa: ANN001
    site = _built(spoil("explainers/how-small-runs.json", "Small", "</script><i>"), tmp_path)
    page = read_file(site / "data" / "index.html")
    (script,) = [one for one in page.all("script") if "src" not in one.attributes]
    assert "Dataset" in json.loads(script.text)["@type"]
    assert page.all("i") == []


@pytest.mark.parametrize(("old", "new"), [("small", "../../etc"), ("cpu", "a/b"), ("code", "<b>"), ("chip", "")])
def test_ids_that_are_no_slugs_are_refused_with_a_sentence(spoil, tmp_path: Path, old: str, new: str) -> None:  # noqa: ANN001
    file = spoil("explainers/how-small-runs.json", "How does Small run?", "How?") / "explainers/how-small-runs.json"
    file.write_text(file.read_text().replace(f'"{old}"', json.dumps(new)))
    with pytest.raises(Misuse, match=r"how-small-runs\.json"):
        build(file.parent.parent, tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_an_id_may_be_the_name_of_something_else_on_the_page(small_data: Path, tmp_path: Path) -> None:
    # Ids of stages become anchors; a stage named "content" must not take the place of the page's own.
    file = small_data / "explainers" / "how-small-runs.json"
    file.write_text(file.read_text().replace('"code"', '"content"').replace("code--chip", "content--chip"))
    page = read_file(_built(small_data, tmp_path) / "explainers" / "small" / "cpu" / "index.html")
    assert len(set(page.ids)) == len(page.ids)
