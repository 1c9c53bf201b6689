"""Programs whose lines were followed by hand, down to single lines of Triton: the texts in `followed`."""

from pathlib import Path

import pytest
from followed_lines import followed

from chipward.artifacts.line_graph import LineGraph
from chipward.bundle.read import Bundle

pytestmark = pytest.mark.slow

FOLLOWED = sorted((Path(__file__).parent / "followed").glob("*.txt"))


@pytest.mark.parametrize("expected", FOLLOWED, ids=[path.stem for path in FOLLOWED])
def test_a_line_of_python_becomes_exactly_these_lines_of_triton(
    gpu_bundle: Bundle, gpu_lines: LineGraph, expected: Path
) -> None:
    assert followed(gpu_bundle, gpu_lines, f"{expected.stem}.py") == expected.read_text()
