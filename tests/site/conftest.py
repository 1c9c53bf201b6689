"""The site as it is built from the shipped data, and a small data folder to be spoilt."""

import json
import shutil
from pathlib import Path

import pytest
from places import BASE_URL
from small_data import write_small_data

from chipward.dataset.load import Dataset, data_folder, load_dataset
from chipward.site import gather
from chipward.site.build import build
from chipward.site.gather import gather_site
from chipward.site.publication import Publication
from chipward.site.traces.gallery import gallery_files


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped data as it stands now, should somebody edit it while tests run."""
    folder = tmp_path_factory.mktemp("shipped") / "data"
    shutil.copytree(data_folder(), folder)
    return folder


@pytest.fixture(scope="session")
def dataset(data: Path) -> Dataset:
    return load_dataset(data)


@pytest.fixture(scope="session")
def built(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as a folder that does not know where it stands."""
    out = tmp_path_factory.mktemp("plain") / "site"
    build(data, out)
    return out


@pytest.fixture(scope="session")
def built_below(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as a folder that knows its base URL, which has a path, with the smallest trace and one for targets."""
    out = tmp_path_factory.mktemp("below") / "site"
    with pytest.MonkeyPatch.context() as patch:
        (with_targets,) = (file for file in gallery_files() if file.stem == "softmax")
        patch.setattr(gather, "gallery_files", lambda: (_smallest(), with_targets))
        build(data, out, base_url=f"{BASE_URL}/")
    return out


@pytest.fixture(scope="session")
def publication(data: Path) -> Publication:
    """The site as the server sees it."""
    return Publication(gather_site(data, base_url="http://127.0.0.1:8421", index_file=""))


@pytest.fixture
def small_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of one explainer, two stages and one step, and beside it one trace in the gallery."""
    monkeypatch.setattr(gather, "gallery_files", lambda: (_smallest(),))
    return write_small_data(tmp_path / "data")


@pytest.fixture
def spoil(small_data: Path):  # noqa: ANN201 -- a function that changes one file
    def change(name: str, old: str, new: str) -> Path:
        file = small_data / name
        text = file.read_text(encoding="utf-8")
        assert json.dumps(old)[1:-1] in text
        file.write_text(text.replace(json.dumps(old)[1:-1], json.dumps(new)[1:-1]), encoding="utf-8")
        return small_data

    return change


def _smallest() -> Path:
    return min(gallery_files(), key=lambda file: file.stat().st_size)
