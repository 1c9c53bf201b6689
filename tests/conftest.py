"""Puts this folder on the path of modules, so that every test can import `demo` and `strategies`."""

import shutil
import signal
from pathlib import Path

import pytest
from hypothesis import settings

from chipward.dataset.load import data_folder
from chipward.site.build import build
from demo import Demo, make_sources

# A shell starts what runs in the background with Ctrl-C ignored, nohup with the end of the terminal, and the programs
# under test would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)

# How long an example takes says more about what else the machine is doing.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="write the goldens instead of comparing with them")


@pytest.fixture(scope="session")
def demo_sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The clone and the wheel, made once. Copy them before you change them."""
    folder = tmp_path_factory.mktemp("demo-sources")
    make_sources(folder)
    return folder


@pytest.fixture
def demo(tmp_path: Path, demo_sources: Path) -> Demo:
    """A small data folder about a made-up framework, with the sources that it quotes."""
    folder = tmp_path / "demo"
    shutil.copytree(demo_sources, folder)
    return Demo(folder)


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped data as it stands now, should somebody edit it while tests run."""
    folder = tmp_path_factory.mktemp("shipped") / "data"
    shutil.copytree(data_folder(), folder)
    return folder


@pytest.fixture(scope="session")
def built(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as a folder that does not know where it stands. To build it takes half a minute, so all share one."""
    out = tmp_path_factory.mktemp("plain") / "site"
    build(data, out)
    return out
