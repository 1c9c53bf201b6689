"""The page of targets shows what the data says, and leads to the words that say so."""

import re
from pathlib import Path

import pytest
from html_page import read_file

from chipward.dataset.load import Dataset
from chipward.model.target_table import Gpu, TargetTable
from chipward.model.tpu_table import Generation
from chipward.site.address import file_of, target_url
from chipward.site.build import build
from chipward.site.figures import FIGURES, TPU_FIGURES


@pytest.fixture
def table(dataset: Dataset) -> TargetTable:
    assert dataset.targets
    return dataset.targets


def test_every_figure_has_a_title() -> None:
    said = {key for key in Gpu.model_fields if key not in {"id", "backend"}}
    assert set(FIGURES) == said


def test_every_target_can_be_linked_to(built: Path, table: TargetTable) -> None:
    page = read_file(built / "targets/index.html")
    assert {target_url(name).partition("#")[2] for name in table.ids} <= set(page.ids)


def test_every_quote_of_the_table_is_linked_from_its_figure(built: Path, table: TargetTable) -> None:
    text = (built / "targets/index.html").read_text(encoding="utf-8")
    linked = set(re.findall(r'href="\.\./evidence/index\.html#gpus\.([a-z0-9-]+)"', text))
    assert linked == {citation.id for citation in table.citations}


def test_tpus_have_their_figures_and_quotes_too(built: Path, dataset: Dataset) -> None:
    assert dataset.tpus
    assert set(TPU_FIGURES) == set(Generation.model_fields) - {"id"}
    page = read_file(built / "targets/index.html")
    assert {target_url(name).partition("#")[2] for name in dataset.tpus.ids} <= set(page.ids)
    text = (built / "targets/index.html").read_text(encoding="utf-8")
    linked = set(re.findall(r'href="\.\./evidence/index\.html#tpus\.([a-z0-9-]+)"', text))
    assert linked == {citation.id for citation in dataset.tpus.citations}
    assert "<td>128 MiB</td>" in text


def test_amounts_are_told_for_reading_and_exactly(built: Path) -> None:
    text = (built / "targets/index.html").read_text(encoding="utf-8")
    assert "<td>227 KiB</td>" in text
    assert "232,448 bytes" in text
    assert "<td>716 GB/s</td>" in text
    assert "716,000,000,000 bytes a second" in text
    assert "<td>46 TFLOP/s</td>" in text


def test_what_no_source_tells_is_said_so(built: Path, table: TargetTable) -> None:
    text = (built / "targets/index.html").read_text(encoding="utf-8")
    untold = [key for gpu in table.gpus for key in FIGURES if key not in gpu.said]
    assert untold
    assert text.count("<td>no source</td>") == text.count("No source tells it.") == len(untold)


def test_data_without_targets_has_no_such_page(small_data: Path, tmp_path: Path) -> None:
    build(small_data, tmp_path / "site")
    assert not (tmp_path / "site" / file_of("/targets/")).exists()
    assert "targets" not in (tmp_path / "site/data/index.json").read_text(encoding="utf-8")
