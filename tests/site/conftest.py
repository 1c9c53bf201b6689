"""The shipped data, loaded, served and built below a base URL, and a small data folder to be spoilt."""

import json
from pathlib import Path

import pytest
from html_page import Page, read_built
from places import BASE_URL
from small_data import write_small_data

from chipward.dataset.load import Dataset, load_dataset
from chipward.site import gather
from chipward.site.build import build
from chipward.site.gather import gather_site
from chipward.site.publication import Publication
from chipward.site.traces.gallery import gallery_files


@pytest.fixture(scope="session")
def dataset(data: Path) -> Dataset:
    return load_dataset(data)


@pytest.fixture(scope="session")
def pages(built: Path) -> dict[str, Page]:
    """Its pages as a browser reads them; of the texts of a trace, a page of each kind, since the others are alike."""
    alike = {}
    for path in sorted(built.rglob("*.html")):
        match path.relative_to(built).parts:
            case ("traces", slug, _, *_, kind, _):
                alike.setdefault((slug, kind), path)
            case parts:
                alike[parts] = path
    return {path.relative_to(built).as_posix(): read_built(path) for path in alike.values()}


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
