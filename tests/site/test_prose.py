"""Numbers on pages are those of the data."""

import re
from pathlib import Path

from html_page import read_file, visible_text

from chipward.dataset.load import Dataset
from chipward.dataset.permalink import source_url
from chipward.dataset.tables import counts, every_path, shared_tools
from chipward.model.missing import Missing
from chipward.site.address import quote_anchor
from chipward.site.traces.gallery import gallery_files


def _words(folder: Path, *place: str) -> str:
    return visible_text(read_file(folder.joinpath(*place, "index.html")))


def _rows(folder: Path, place: str, table: str) -> list[list[str]]:
    """The cells of the first table of a class, row by row."""
    text = (folder / place / "index.html").read_text(encoding="utf-8")
    body = re.search(rf'<table class="[^"]*{table}.*?<tbody>(.*?)</tbody>', text, re.DOTALL)
    assert body
    cells = [re.findall(r"<t[hd]\b.*?>(.*?)</t[hd]>", row, re.DOTALL) for row in body[1].split("</tr>")[:-1]]
    # What is hidden from a screen reader is decoration, whatever it shows.
    spoken = [[re.sub(r'<span[^>]*aria-hidden="true".*?</span>', "", cell) for cell in row] for row in cells]
    return [[re.sub(r"<[^>]*>", "", cell).strip() for cell in row] for row in spoken]


def test_the_table_of_paths_counts_what_the_data_holds(built: Path, dataset: Dataset) -> None:
    rows = [[cell for cell in row if cell] for row in _rows(built, "paths", "paths")]
    assert rows == [[row.framework, row.title, str(row.stages), str(row.steps)] for row in every_path(dataset)]


def test_the_table_of_tools_ticks_what_the_data_holds(built: Path, dataset: Dataset) -> None:
    slugs = [explainer.slug for explainer in dataset.explainers]
    assert _rows(built, "tools", "tools") == [
        [row.name, *("yes" if slug in row.explainers else "no" for slug in slugs)] for row in shared_tools(dataset)
    ]


def test_every_role_of_a_tool_is_told(built: Path, dataset: Dataset) -> None:
    words = _words(built, "tools")
    for row in shared_tools(dataset):
        for roles in row.roles.values():
            assert all(role in words for role in roles)


def test_the_comparison_puts_every_stage_of_every_path_in_its_layer(built: Path, dataset: Dataset) -> None:
    page = read_file(built / "paths" / "index.html")
    links = {value for element, _, value in page.addresses if "li" in element.parents and "td" in element.parents}
    expected = sum(row.stages for row in every_path(dataset))
    assert len(links) == expected


def test_the_evidence_page_counts_every_quote_by_verdict(built: Path, dataset: Dataset) -> None:
    page = read_file(built / "evidence" / "index.html")
    total = sum(len(file.citations) for file in dataset.documents)
    rows = [one for one in page.all("tr") if "data-verdict" in one.attributes]
    assert len(rows) == total
    words = visible_text(page)
    assert f"all {total} quotes" in words
    tallied = sum(int(one.text) for one in page.all("b") if "dl" in one.parents)
    assert tallied == total


def test_every_quote_stands_on_the_evidence_page_word_for_word(built: Path, dataset: Dataset) -> None:
    page = read_file(built / "evidence" / "index.html")
    quoted = {" ".join(one.text.split()) for one in page.all("blockquote")}
    for file in dataset.documents:
        for citation in file.citations:
            assert " ".join(citation.exact.split()) in quoted


def test_every_row_of_the_evidence_leads_to_its_claims_and_its_source(built: Path, dataset: Dataset) -> None:
    in_a_package_alone = {
        quote_anchor(file.id, citation)
        for file in dataset.documents
        for citation in file.citations
        if source_url(file.source[citation.source]) is None
    }
    text = (built / "evidence" / "index.html").read_text(encoding="utf-8")
    for anchor, row in re.findall(r'<tr role="row" id="(.*?)"(.*?)</tr>', text, re.DOTALL):
        assert bool(re.search(r'href="https://', row)) != (anchor in in_a_package_alone), row
        assert re.search(r'href="\.\./(explainers|atlas|targets)/', row), row


def test_the_data_page_counts_stages_steps_and_quotes(built: Path, dataset: Dataset) -> None:
    words = _words(built, "data")
    for explainer in dataset.explainers:
        has = counts(explainer)
        assert f"{explainer.framework}: {has.stages} stages, {has.steps} steps and {has.quotes} quotes" in words


def test_the_about_page_lists_every_closed_stage_and_every_limit(built: Path, dataset: Dataset) -> None:
    words = _words(built, "about")
    for explainer in dataset.explainers:
        for stage in explainer.stages:
            if stage.closed:
                assert f"{stage.name} {explainer.framework}" in words
        for limit in explainer.limits:
            assert limit.what.replace("`", "") in words


def test_every_place_of_the_atlas_answers_what_it_is_written_in(built: Path, dataset: Dataset) -> None:
    names = {node.id: node.name for node in dataset.atlas.nodes}
    for node in dataset.atlas.nodes:
        words = _words(built, "atlas", node.id)
        if isinstance(node.written_in, Missing):
            assert node.written_in.why in words
        else:
            assert f"{node.name} is written in " in words
            for writing in node.written_in:
                assert f"{writing.part}: {names[writing.node]}" in words


def test_a_place_of_the_atlas_names_the_stages_where_it_is_met(built: Path, dataset: Dataset) -> None:
    for explainer in dataset.explainers:
        for stage in explainer.stages:
            if stage.atlas:
                words = _words(built, "atlas", stage.atlas.node)
                assert f"{explainer.framework}: {stage.name}. {stage.atlas.role}." in words


def test_the_search_page_holds_the_whole_index_without_script(built: Path, dataset: Dataset) -> None:
    page = read_file(built / "search" / "index.html")
    entries = [one for one in page.all("li") if "chipward-search-page" in one.parents]
    quotes = sum(len(file.citations) for file in dataset.documents)
    stages = sum(len(explainer.stages) + len(explainer.steps) for explainer in dataset.explainers)
    assert len(entries) == quotes + stages + len(dataset.atlas.nodes) + len(gallery_files())
