"""Values as words, links, credits and chains."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_data import write_small_data

from chipward.dataset.load import Dataset
from chipward.model.atlas import Atlas, Node
from chipward.site.address import file_of, relative_link
from chipward.site.citing import credit
from chipward.site.gather import gather_site
from chipward.site.history import all_changes, last_change, last_change_of_all
from chipward.site.lineage import descend
from chipward.site.loopback import is_loopback
from chipward.site.words import command, day, in_a_row, number, prose

NAMES = st.text("abcxyz019-", min_size=1, max_size=5)
URLS = st.builds(
    lambda names, file: "/" + "".join(f"{name}/" for name in names) + file,
    st.lists(NAMES, max_size=4),
    st.sampled_from(["", "a.json", "index.js"]),
)


@given(URLS, URLS, st.sampled_from(["", "#here"]), st.sampled_from(["", "index.html"]))
def test_a_relative_link_leads_where_it_says(current: str, target: str, fragment: str, index_file: str) -> None:
    link = relative_link(current, f"{target}{fragment}", index_file)
    reached = urljoin(f"https://e.org{current}", link).removeprefix("https://e.org")
    wanted = target + (index_file if target.endswith("/") and not link.startswith("#") else "")
    assert reached == f"{wanted}{fragment}"
    assert not link.startswith("/")
    assert link


@given(URLS)
def test_an_address_is_written_to_a_file_inside(url: str) -> None:
    file = file_of(url)
    assert not file.startswith("/")
    assert not file.endswith("/")


def test_code_in_backticks_is_set_as_code_and_all_else_is_text() -> None:
    assert prose("run `a < b` & <b>") == "run <code>a &lt; b</code> &amp; &lt;b&gt;"
    assert prose("one ` alone") == "one ` alone"


def test_no_line_ends_within_the_name_of_an_option() -> None:
    told = command("trace --target <name> a--b.py")
    assert told == 'trace <span class="option">--target</span> &lt;name&gt; a--b.py'


def test_days_and_numbers_in_words() -> None:
    assert day(date(2026, 11, 3)) == "3 Nov 2026"
    assert [number(count, "quote") for count in (0, 1, 1200)] == ["0 quotes", "1 quote", "1,200 quotes"]
    assert number(2, "entry", "entries") == "2 entries"


@pytest.mark.parametrize(
    ("names", "told"), [([], ""), (["C"], "C"), (["C", "C++"], "C and C++"), (["C", "C++", "D"], "C, C++ and D")]
)
def test_names_in_a_row(names: list[str], told: str) -> None:
    assert in_a_row(names) == told


@pytest.mark.parametrize(
    ("host", "answer"), [("localhost", True), ("127.9.9.9", True), ("::1", True), ("10.0.0.1", False), ("e.org", False)]
)
def test_which_names_mean_this_machine(host: str, answer: bool) -> None:  # noqa: FBT001 -- a column of the table above
    assert is_loopback(host) is answer


def test_a_credit_names_the_address_only_where_others_can_reach_it(tmp_path: Path) -> None:
    site = gather_site(write_small_data(tmp_path), base_url="https://e.org/x")
    (explainer,) = site.dataset.explainers
    given_credit = credit(site, explainer)
    assert given_credit.attribution == (
        "“How does Small run?” The chipward authors, version 1.0.0, 30 Nov 2026, https://e.org/x/explainers/small/. "
        "Licensed under CC BY 4.0, https://creativecommons.org/licenses/by/4.0/"
    )
    assert "url = {https://e.org/x/explainers/small/}" in given_credit.bibtex
    for nowhere in (None, "http://127.0.0.1:8421", "http://localhost:1", "http://[::1]:1"):
        hidden = credit(replace(site, base_url=nowhere), explainer)
        assert "explainers/small" not in hidden.attribution + hidden.bibtex


def test_a_title_cannot_break_out_of_bibtex(tmp_path: Path) -> None:
    site = gather_site(write_small_data(tmp_path))
    atlas = site.dataset.atlas
    assert credit(site, atlas).bibtex.count("{") == credit(site, atlas).bibtex.count("}")
    (explainer,) = site.dataset.explainers
    hostile = explainer.model_copy(update={"title": "50% of {a_b} & #1}, evil = {x"})
    assert r"50\% of \{a\_b\} \& \#1\}, evil = \{x" in credit(site, hostile).bibtex


def test_the_last_change_is_told_by_the_data(dataset: Dataset) -> None:
    assert last_change_of_all(dataset) == max(
        *(last_change(file) for file in dataset.documents),
        *(evidence.checked for evidence in dataset.lock.quotes.values()),
    )
    days = [change.date for _, change in all_changes(dataset)]
    assert days == sorted(days, reverse=True)


def _atlas(atlas: Atlas, written_in: dict[str, list[str]], ground: str = "") -> tuple[Atlas, dict[str, Node]]:
    (pattern,) = atlas.nodes
    (writing,) = pattern.written_in if isinstance(pattern.written_in, tuple) else ()

    def node(name: str, others: list[str]) -> Node:
        parts = [{"node": one, "part": f"{name} in {one}", "citations": writing.citations} for one in others]
        changes = {
            "id": name,
            "kind": "instruction-set" if name == ground else "language",
            "written_in": parts or {"what": "What it is written in", "why": "Nobody says."},
        }
        return Node.model_validate(pattern.model_dump() | changes)

    nodes = {name: node(name, others) for name, others in written_in.items()}
    return atlas.model_copy(update={"nodes": tuple(nodes.values())}), nodes


@pytest.mark.parametrize(
    ("written_in", "parts", "end"),
    [
        ({"a": ["a", "b"], "b": ["c"], "c": []}, ["a in b", "b in c"], "ground"),
        ({"a": ["b", "d"], "b": ["c"], "d": ["b"], "c": []}, ["a in b", "b in c"], "ground"),
        ({"a": ["b"], "b": ["a"], "c": []}, ["a in b", "b in a"], "loop"),
        ({"a": ["b"], "b": [], "c": []}, ["a in b"], "unknown"),
    ],
)
def test_a_chain_takes_the_shortest_way_down_and_says_how_it_ends(
    tmp_path: Path, written_in: dict[str, list[str]], parts: list[str], end: str
) -> None:
    small = gather_site(write_small_data(tmp_path)).dataset.atlas
    atlas, nodes = _atlas(small, written_in, ground="c")
    descent = descend(Atlas.model_construct(**dict(atlas)), nodes["a"])
    assert [step.part for step in descent.steps] == parts
    assert descent.end == end
    assert (descent.missing is not None) == (end == "unknown")


def test_every_chain_of_the_shipped_atlas_ends(dataset: Dataset) -> None:
    for node in dataset.atlas.nodes:
        assert descend(dataset.atlas, node).end in {"ground", "loop", "unknown"}
