"""What the site holds besides pages."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

from places import BASE_URL

from chipward.dataset.load import Dataset
from chipward.dataset.tables import every_path, shared_tools
from chipward.site.address import file_of
from chipward.site.history import last_change
from chipward.site.publication import Publication

ATOM = {"atom": "http://www.w3.org/2005/Atom"}
SITEMAP = {"map": "http://www.sitemaps.org/schemas/sitemap/0.9"}


def test_data_files_are_served_byte_for_byte(data: Path, built: Path, publication: Publication) -> None:
    shipped = list(data.rglob("*.json"))
    assert len(shipped) > 6
    for path in shipped:
        url = f"/data/{path.relative_to(data).as_posix()}"
        assert publication.read(url) == path.read_bytes()
        assert (built / file_of(url)).read_bytes() == path.read_bytes()


def test_a_data_file_names_its_schema_by_an_address_that_works(built: Path) -> None:
    for path in [*(built / "data" / "explainers").iterdir(), built / "data" / "atlas" / "lineage.json"]:
        schema = json.loads(path.read_text(encoding="utf-8"))["$schema"]
        assert json.loads((path.parent / schema).read_text(encoding="utf-8"))["title"]


def test_the_list_of_paths_is_the_table(built: Path, dataset: Dataset) -> None:
    listed = json.loads((built / "data" / "paths.json").read_text(encoding="utf-8"))
    assert [(one["explainer"], one["stages"], one["steps"], one["url"]) for one in listed] == [
        (row.explainer, row.stages, row.steps, row.url) for row in every_path(dataset)
    ]
    assert {frozenset(one) for one in listed} == {frozenset({"explainer", "selection", "stages", "steps", "url"})}
    for one in listed:
        assert (built / file_of(one["url"])).is_file()


def test_the_list_of_tools_is_the_table(built: Path, dataset: Dataset) -> None:
    listed = json.loads((built / "data" / "tools.json").read_text(encoding="utf-8"))
    assert [(one["tool"], one["name"], one["explainers"]) for one in listed] == [
        (row.tool, row.name, list(row.explainers)) for row in shared_tools(dataset)
    ]


def test_the_index_names_addresses_that_exist(built: Path) -> None:
    text = (built / "data" / "index.json").read_text(encoding="utf-8")
    addresses = re.findall(r'"(/[^"]*)"', text)
    assert len(addresses) > 10
    for address in addresses:
        assert (built / file_of(address)).is_file(), address


def test_the_sitemap_names_every_page_once_with_the_day_of_its_data(built_below: Path, dataset: Dataset) -> None:
    root = ET.parse(built_below / "sitemap.xml").getroot()  # noqa: S314 -- we wrote it
    entries = {one.findtext("map:loc", "", SITEMAP): one.findtext("map:lastmod", "", SITEMAP) for one in root}
    pages = {path.parent.relative_to(built_below).as_posix() for path in built_below.rglob("index.html")}
    assert set(entries) == {f"{BASE_URL}/{page}/".replace("/./", "/") for page in pages}
    for explainer in dataset.explainers:
        changed = last_change(explainer).isoformat()
        assert entries[f"{BASE_URL}/explainers/{explainer.slug}/"] == changed


def test_the_feed_tells_every_change(built_below: Path, dataset: Dataset) -> None:
    root = ET.parse(built_below / "data" / "changes.atom").getroot()  # noqa: S314 -- we wrote it
    entries = root.findall("atom:entry", ATOM)
    assert len(entries) == sum(len(file.changes) for file in dataset.documents)
    names = [one.findtext("atom:id", "", ATOM) for one in (root, *entries)]
    assert len(set(names)) == len(names)
    for one in (root, *entries):
        assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", one.findtext("atom:id", "", ATOM))
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT00:00:00Z", one.findtext("atom:updated", "", ATOM))
        assert one.findtext("atom:title", "", ATOM)
    updated = [one.findtext("atom:updated", "", ATOM) for one in entries]
    assert updated == sorted(updated, reverse=True)
    for link in root.iter("{http://www.w3.org/2005/Atom}link"):
        assert (built_below / file_of(link.attrib["href"].removeprefix(BASE_URL))).is_file()


def test_a_feed_keeps_its_names_when_the_site_moves(built: Path, built_below: Path) -> None:
    def names(folder: Path) -> list[str]:
        return re.findall(r"urn:uuid:[0-9a-f-]+", (folder / "data" / "changes.atom").read_text(encoding="utf-8"))

    assert names(built) == names(built_below)


def test_robots_are_welcome_and_find_the_sitemap(built: Path, built_below: Path) -> None:
    assert (built / "robots.txt").read_text() == "User-agent: *\nAllow: /\n"
    assert (built_below / "robots.txt").read_text().endswith(f"Sitemap: {BASE_URL}/sitemap.xml\n")
    assert not (built / "sitemap.xml").exists()


def test_llms_txt_links_to_what_exists(built: Path, built_below: Path) -> None:
    for folder, base in ((built, ""), (built_below, f"{BASE_URL}/")):
        text = (folder / "llms.txt").read_text(encoding="utf-8")
        assert text.startswith("# chipward\n\n> ")
        links = re.findall(r"\]\(([^)]+)\)", text)
        assert len(links) > 20
        for link in links:
            assert link.startswith(base)
            assert (folder / file_of(link.removeprefix(base))).is_file(), link


def test_the_search_index_is_a_script_that_assigns_json(built: Path, dataset: Dataset) -> None:
    script = (built / "search" / "index.js").read_text(encoding="ascii")
    entries = json.loads(script.removeprefix("window.chipwardIndex = ").removesuffix(";\n"))
    kinds = [kind for kind, *_ in entries]
    assert kinds.count("stage") == sum(len(explainer.stages) for explainer in dataset.explainers)
    assert kinds.count("step") == sum(len(explainer.steps) for explainer in dataset.explainers)
    assert kinds.count("tool") == len(dataset.atlas.nodes)
    assert kinds.count("quote") == sum(len(file.citations) for file in dataset.documents)
    for *_, link in entries:
        file, _, anchor = link.partition("#")
        assert (built / file).is_file()
        assert not anchor or f'id="{anchor}"' in (built / file).read_text(encoding="utf-8")


def test_every_document_and_page_has_its_own_address(publication: Publication) -> None:
    addresses = list(publication.addresses)
    assert len(set(map(file_of, addresses))) == len(addresses)
