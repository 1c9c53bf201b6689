"""Goldens: pictures that somebody has looked at, kept to be compared with."""

from collections.abc import Callable
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "golden/pipeline"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="write the golden pictures instead of comparing with them")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare text with a golden file, or write that file when told to."""
    write = request.config.getoption("--golden", default=False)

    def check(name: str, text: str) -> None:
        file = FOLDER / name
        if write:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert file.exists(), f"{name} is new: run `make golden`, look at the picture and commit it"
        assert text == file.read_text(encoding="utf-8"), f"{name} differs: if it should, run `make golden`"

    return check
