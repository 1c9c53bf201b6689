"""The programs, run bare and traced once for all tests."""

from collections.abc import Iterator

import pytest
from dispatching import QUICK, Both, placed


def both(factory: pytest.TempPathFactory, name: str) -> Iterator[Both]:
    place = placed(factory.mktemp(name), f"{name}.py")
    bare, traced = place.bare(f"{name}.py"), place.traced(f"{name}.py", options=QUICK)
    with place.bundle() as bundle:
        yield Both(bare, traced, bundle)


@pytest.fixture(scope="session")
def one_by_one(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    """`one_by_one.py`, whose dispatches were worked out by hand."""
    yield from both(tmp_path_factory, "one_by_one")


@pytest.fixture(scope="session")
def again(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    """`again.py`, which has its functions compiled again."""
    yield from both(tmp_path_factory, "again")
