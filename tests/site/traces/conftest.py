"""The made-up traces, and a site that shows them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from chipward.dataset.load import Dataset, data_folder, load_dataset
from chipward.site.gather import gather_site
from chipward.site.publication import Publication
from chipward.site.traces.exhibit import Exhibit, exhibits
from chipward.site.traces.index import trace_view
from chipward.site.traces.view import TraceView
from made_up_trace import write_hostile_trace, write_trace


@pytest.fixture(scope="session")
def documents() -> Dataset:
    return load_dataset()


@pytest.fixture(scope="session")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("traces")
    return write_trace(folder / "mlp.chipward"), write_hostile_trace(folder / "hostile.chipward")


@pytest.fixture(scope="session")
def shown(bundles: tuple[Path, Path]) -> tuple[Exhibit, ...]:
    return exhibits(bundles)


@pytest.fixture(scope="session")
def view(shown: tuple[Exhibit, ...], documents: Dataset) -> TraceView:
    """What the viewer is told of the MLP."""
    return trace_view(shown[0], documents, lambda url: url)


@pytest.fixture(scope="session", autouse=True)
def no_gallery() -> Iterator[None]:
    """What the gallery holds is no matter of these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("chipward.site.gather.gallery_files", tuple)
        yield


@pytest.fixture(scope="session")
def live(bundles: tuple[Path, Path]) -> Publication:
    """The site with both traces, as the server sees it."""
    return Publication(gather_site(data_folder(), base_url="http://127.0.0.1:8421", index_file="", traces=bundles))


@pytest.fixture(scope="session")
def on_disk(bundles: tuple[Path, Path]) -> Publication:
    """The same as the static build writes it."""
    return Publication(gather_site(data_folder(), traces=bundles))
