"""A browser and the live server: each started once, and stopped when the last test here is done."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from benchmarks.chromium import chromium
from benchmarks.server import opening, serving
from e2e.viewer import Viewer
from e2e.windows import Windows
from made_up_trace import write_trace

OpenPage = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="package")
def served() -> Iterator[str]:
    """The address of the live server, without its last slash."""
    with serving() as address:
        yield address


@pytest.fixture(scope="package")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A trace that nobody ran: a small MLP."""
    return write_trace(tmp_path_factory.mktemp("traced") / "mlp.chipward")


@pytest.fixture(scope="package")
def traced(bundle: Path) -> Iterator[str]:
    """The address of its viewer."""
    with opening(bundle) as address:
        yield address


@pytest.fixture(scope="package")
def windows(browser: Browser) -> Windows:
    return Windows(browser)


@pytest.fixture
def open_page(windows: Windows) -> Iterator[OpenPage]:
    """Opens a page of a site under settings, and fails the test if that page misbehaves."""
    used = []

    def opened(site: str, **settings: Any) -> Page:
        used.append(windows.open(site, **settings))
        return used[-1].cleared()

    yield opened
    assert [trouble for window in used for trouble in window.take_troubles()] == []


@pytest.fixture
def viewer(open_page: OpenPage, traced: str) -> Viewer:
    """The viewer of that trace, ready to be used."""
    return Viewer(open_page(traced.partition("/traces/")[0]), traced)


@pytest.fixture
def page(open_page: OpenPage, served: str) -> Page:
    """A page of the live server, as a reader at a desk has it."""
    return open_page(served)
