"""A library whose licence forbids taking it apart is named, and no more."""

from pathlib import Path

import pytest
from eager_runs import placed

pytestmark = pytest.mark.slow


def test_instructions_of_a_closed_library_are_missing_with_the_reason(tmp_path: Path) -> None:
    place = placed(tmp_path, "product.py")
    assert place.traced("product.py").returncode == 0
    with place.bundle() as bundle:
        trace = bundle.trace
        stacks = [bundle.text(artifact.id) for artifact in trace.artifacts if artifact.kind == "native-stack"]
        listed = [artifact.title for artifact in trace.artifacts if artifact.kind == "asm-x86"]
        said = [gone for gone in trace.missing if gone.what.startswith("The machine code of mkl_")]
    assert not any("mkl_" in title for title in listed)
    assert bool(said) == any("mkl_blas" in stack for stack in stacks)
    assert all("licence" in gone.why and gone.stage == "cpu-kernels" for gone in said)
