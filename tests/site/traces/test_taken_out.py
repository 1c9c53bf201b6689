"""A bundle that was passed on without its source says so where the source would stand."""

import json
from pathlib import Path

import pytest
from html_page import read_page

from chipward.bundle.read import open_bundle
from chipward.bundle.redact import redact
from chipward.dataset.load import data_folder
from chipward.site.gather import gather_site
from chipward.site.publication import Publication

SAID = "This text was taken out of this copy of the trace."
SOURCE = "program/mlp.py"


def _shown(bundles: tuple[Path, Path], folder: Path, what: str) -> Publication:
    with open_bundle(bundles[0]) as bundle:
        redact(bundle, {what}, folder / "public.chipward")
    return Publication(gather_site(data_folder(), index_file="", traces=[folder / "public.chipward"]))


@pytest.fixture
def without_source(bundles: tuple[Path, Path], tmp_path: Path) -> Publication:
    return _shown(bundles, tmp_path, "source")


def test_the_pane_and_the_page_of_the_source_say_that_it_was_taken_out(without_source: Publication) -> None:
    for url, class_of_a_text in (("/traces/public/", "pane"), (f"/traces/public/{SOURCE}/", "artifact-page")):
        read = read_page(without_source.read(url).decode())
        found = [one for one in read.all("p") if one.attributes.get("class") == "taken-out"]
        assert len(found) == 1, url
        assert found[0].text.startswith(SAID), url
        assert class_of_a_text in without_source.read(url).decode()


def test_the_viewer_is_told_of_the_source_alone(without_source: Publication) -> None:
    index = json.loads(without_source.read("/traces/public/index.json"))
    told = {one["id"]: one["taken_out"] for one in index["artifacts"]}
    assert [name for name, words in told.items() if words] == [SOURCE]


def test_a_text_that_is_there_is_not_said_to_be_gone(
    live: Publication, bundles: tuple[Path, Path], tmp_path: Path
) -> None:
    without_paths = _shown(bundles, tmp_path, "paths")
    for publication, slug in ((live, "mlp"), (without_paths, "public")):
        for url in (f"/traces/{slug}/", f"/traces/{slug}/{SOURCE}/"):
            assert SAID not in publication.read(url).decode()
