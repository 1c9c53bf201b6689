"""The programs beside it, traced once for all tests, and run once without chipward."""

import json
import sys
from collections.abc import Iterator

import pytest
from compile_runs import Ran, run

from chipward.artifacts.line_graph import LineGraph
from chipward.bundle.read import Bundle, open_bundle


@pytest.fixture(scope="session")
def traced_run(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """All programs, traced, while PyTorch writes its own trace too."""
    folder = tmp_path_factory.mktemp("traced") / "programs"
    command = [sys.executable, "-m", "chipward", "trace", "-q", "-o", "run.chipward", "everything.py"]
    return run(folder, command, TORCH_TRACE=str(folder.parent / "torch-trace"), TORCHINDUCTOR_VEC_ISA_OK="")


@pytest.fixture(scope="session")
def bare_run(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """All programs, as Python runs them, compiled into a cache of their own."""
    folder = tmp_path_factory.mktemp("bare") / "programs"
    return run(folder, [sys.executable, "everything.py"], TORCHINDUCTOR_CACHE_DIR=str(folder.parent / "cache"))


@pytest.fixture(scope="session")
def bundle(traced_run: Ran) -> Iterator[Bundle]:
    """What the trace holds."""
    with open_bundle(traced_run.folder / "run.chipward") as opened:
        yield opened


@pytest.fixture(scope="session")
def lines(bundle: Bundle) -> LineGraph:
    """Its lines, joined by all maps."""
    return LineGraph(bundle.trace, bundle.line_map)


@pytest.fixture(scope="session")
def own_trace(traced_run: Ran) -> list[tuple[dict[str, object], str]]:
    """PyTorch's own structured trace of the same run: each record with its payload."""
    records: list[tuple[dict[str, object], str]] = []
    for log in (traced_run.folder.parent / "torch-trace").glob("*.log"):
        for line in log.read_text().splitlines():
            if line.startswith("\t"):
                metadata, payload = records[-1]
                records[-1] = metadata, f"{payload}{line[1:]}\n"
            elif "{" in line:
                records.append((json.loads(line[line.index("{") :]), ""))
    return records
