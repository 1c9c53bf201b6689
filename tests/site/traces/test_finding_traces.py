"""Traces can be searched for, yours are told from those that came along, and pages say how to make one."""

import json
from pathlib import Path

import pytest
from html_page import read_page

from chipward.dataset.load import data_folder
from chipward.site.gather import gather_site
from chipward.site.publication import Publication


@pytest.fixture
def mixed(bundles: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> Publication:
    """A trace of yours before one that chipward brings along."""
    monkeypatch.setattr("chipward.site.gather.gallery_files", lambda: bundles[1:])
    return Publication(gather_site(data_folder(), index_file="", traces=bundles[:1]))


def _words(publication: Publication, url: str, tag: str) -> list[str]:
    return [" ".join(one.text.split()) for one in read_page(publication.read(url).decode()).all(tag)]


def test_the_index_of_the_search_names_every_trace_with_what_it_shows(mixed: Publication) -> None:
    script = mixed.read("/search/index.js").decode()
    entries = json.loads(script.partition("=")[2].rstrip().rstrip(";"))
    mine, other = (entry for entry in entries if entry[0] == "trace")
    assert mine[1:3] == ["mlp.py", "torch.compile · CPU, your run"]
    assert "Findings: Extern call." in mine[3]
    assert mine[4] == "traces/mlp/"
    assert "your run" not in other[2]
    assert "\u202e" not in "".join(other)  # a name may not turn the direction of writing


def test_the_search_page_lists_traces_under_their_name(mixed: Publication) -> None:
    read = read_page(mixed.read("/search/").decode())
    (group,) = [one for one in read.all("section") if one.attributes.get("aria-labelledby") == "all-trace"]
    assert "Extern call" in group.text
    assert "../traces/mlp/" in [one.attributes["href"] for one in read.all("a")]


def test_a_run_of_yours_is_marked_among_those_that_came_along(mixed: Publication) -> None:
    mine, other = _words(mixed, "/traces/", "article")
    assert "Your run, opened from mlp.chipward" in mine
    assert "Your run" not in other
    home = [words for words in _words(mixed, "/", "li") if words.startswith("mlp.py") or "[U+202E]" in words]
    assert [("Your run." in words) for words in home] == [True, False]
    assert [one["yours"] for one in json.loads(mixed.read("/data/traces.json"))] == [True, False]


@pytest.mark.parametrize("url", ["/", "/traces/"])
def test_a_page_says_how_to_make_a_trace_and_where_installing_is_told(mixed: Publication, url: str) -> None:
    commands = _words(mixed, url, "code")
    assert "chipward trace train.py" in commands
    assert "chipward open train.chipward" in commands
    links = [one.attributes["href"] for one in read_page(mixed.read(url).decode()).all("a")]
    assert any(link.endswith("about/#install") for link in links)
    about = read_page(mixed.read("/about/").decode())
    assert "install" in about.ids
    assert "pip install" in _words(mixed, "/about/", "code")


def test_the_head_of_a_trace_counts_findings_and_what_was_not_seen(live: Publication) -> None:
    read = read_page(live.read("/traces/mlp/").decode())
    links = {one.attributes["href"]: " ".join(one.text.split()) for one in read.all("a")}
    assert links["#findings_"] == "1 finding"
    assert links["#missing_"] == "1 not seen"
