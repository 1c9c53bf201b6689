"""One program with a GPU of its own, recorded and finished once for all tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from own_gpu_runs import do, left, recorded

from chipward.bundle.read import Bundle, open_bundle


@pytest.fixture(scope="session")
def own_gpu_spool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its recording, with what was left of its kernels done."""
    spool, _ = recorded(tmp_path_factory.mktemp("own-gpu"))
    do(spool, left(spool, "torch-triton-kernel"))
    return spool


@pytest.fixture
def own_gpu_bundle(own_gpu_spool: Path) -> Iterator[Bundle]:
    """The trace."""
    with open_bundle(own_gpu_spool) as bundle:
        yield bundle
