"""Goldens of what texts say of their lines."""

import pytest

from golden_files import GOLDEN, GoldenFolder


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> GoldenFolder:
    """Compare with a golden file, or write that file when told to."""
    return GoldenFolder(GOLDEN, write=request.config.getoption("--golden"))
