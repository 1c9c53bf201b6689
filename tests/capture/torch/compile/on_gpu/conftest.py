"""The programs beside it, compiled once for all tests for a GPU that is not here."""

from collections.abc import Iterator

import pytest
from gpu_runs import Compiled, compile_for

from chipward.artifacts.derive import complete
from chipward.artifacts.line_graph import LineGraph
from chipward.bundle.read import Bundle, open_bundle


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    """The programs, with their graphs compiled."""
    return compile_for("cuda:h100", tmp_path_factory.mktemp("gpu") / "programs")


@pytest.fixture(scope="session")
def gpu_bundle(compiled: Compiled) -> Iterator[Bundle]:
    """What the trace holds."""
    with open_bundle(compiled.bundle) as opened:
        yield opened


@pytest.fixture(scope="session")
def gpu_lines(gpu_bundle: Bundle) -> LineGraph:
    """Its lines, joined by all maps."""
    trace, line_map = complete(gpu_bundle.trace, gpu_bundle.text, gpu_bundle.line_map)
    return LineGraph(trace, line_map)
