"""The instructions of each kernel, and the proof that their lines are those of the code that ran."""

import re

import pytest

from chipward.artifacts.line_graph import LineGraph
from chipward.bundle.read import Bundle

pytestmark = pytest.mark.slow


def test_each_kernel_is_listed_by_a_second_build_that_proved_the_same(bundle: Bundle) -> None:
    kernels = [unit.id for unit in bundle.trace.units if unit.id.startswith("kernel-")]
    assert kernels
    for kernel in kernels:
        listing = bundle.artifact(f"{kernel}/asm")
        assert "is the same byte for byte" in listing.recipe.how
        assert listing.made_from == f"{kernel}/so"
        assert listing.stage is None
        assert "-g" in listing.recipe.command


def test_commands_name_no_folder_that_is_made_anew_for_each_run(bundle: Bundle) -> None:
    for artifact in bundle.trace.artifacts:
        words = " ".join(artifact.recipe.command)
        assert "inductor-cache" not in words
        if artifact.kind == "shared-object":
            assert "$TORCHINDUCTOR_CACHE_DIR/" in words


def test_a_line_of_python_reaches_its_own_instructions(bundle: Bundle, lines: LineGraph) -> None:
    source = next(artifact.id for artifact in bundle.trace.artifacts if artifact.title == "pointwise.py")
    python = [line.strip() for line in bundle.text(source).split("\n")]
    relu = lines.became(source, python.index("b = torch.relu(a)") + 1)
    listing = next(name for name in relu if name.endswith("/asm"))
    assert relu[listing].strong
    text = bundle.text(listing).split("\n")
    assert any(re.search(r"\bv?maxps\b", text[line - 1]) for line in relu[listing].lines)
