"""Goldens of pictures that somebody has looked at."""

import pytest

from golden_files import GOLDEN, GoldenFolder

FOLDER = GOLDEN / "pipeline"


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> GoldenFolder:
    """Compare a picture with a golden file, or write that file when told to."""
    return GoldenFolder(FOLDER, write=request.config.getoption("--golden"))
