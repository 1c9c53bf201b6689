"""The programs beside it, traced once for all tests."""

from collections.abc import Iterator

import pytest
from eager_runs import placed
from programs import Place

from chipward.bundle.read import Bundle


@pytest.fixture(scope="session")
def by_hand(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """`by_hand.py`, traced with all the after-work."""
    place = placed(tmp_path_factory.mktemp("by-hand"), "by_hand.py")
    done = place.traced("by_hand.py")
    assert done.returncode == 0, done.stderr
    return place


@pytest.fixture(scope="session")
def bundle(by_hand: Place) -> Iterator[Bundle]:
    """What that trace holds."""
    with by_hand.bundle() as opened:
        yield opened
