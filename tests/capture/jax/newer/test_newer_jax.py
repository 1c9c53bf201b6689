"""What a trace holds under JAX 0.12, which needs a newer Python than chipward's: `make test-newer-jax`."""

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from chipward.bundle.read import Bundle, open_bundle
from chipward.model.artifact import Origin
from chipward.model.trace import Unit

PROGRAM = Path(__file__).parents[1] / "cpu/programs/three.py"
FUNCTIONS = ("fused", "library", "loop")
GPU, TPU = "cuda-h100", "tpu-v5e-2x2"


def _series() -> str:
    try:
        return ".".join(version("jax").split(".")[:2])
    except PackageNotFoundError:
        return "none"


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(_series() != "0.12", reason=f"JAX here is {_series()}; `make test-newer-jax` has 0.12"),
]


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bundle]:
    """Three small functions, for the CPU, a GPU and a TPU."""
    folder = tmp_path_factory.mktemp("newer")
    shutil.copy(PROGRAM, folder)
    targets = ["--target", "cuda:h100", "--target", "tpu:v5e"]
    command = [sys.executable, "-m", "chipward", "trace", "-q", *targets, "-o", "run.chipward", PROGRAM.name]
    environment = os.environ | {"JAX_PLATFORMS": "cpu"}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    with open_bundle(folder / "run.chipward") as opened:
        yield opened


def unit_of(bundle: Bundle, name: str, slug: str = "") -> Unit:
    prefix = f"{slug}-jit-" if slug else "jit-"
    return next(one for one in bundle.trace.units if one.name == name and one.id.startswith(prefix))


def kinds(bundle: Bundle, unit: Unit) -> Counter[str]:
    """How many artifacts of each kind a compilation and its kernels have."""
    inside = {unit.id, *(one.id for one in bundle.trace.units if one.parent == unit.id)}
    return Counter(str(one.kind) for one in bundle.trace.artifacts if one.unit in inside)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_cpu_is_told_down_to_machine_code_that_ran(newer: Bundle, name: str) -> None:
    found = kinds(newer, unit_of(newer, name))

    assert {"jaxpr", "stablehlo", "hlo", "hlo-passes", "buffer-assignment", "thunks"} <= set(found)
    if name != "library":
        assert found["asm-x86"] > 0
    assert {one.origin for one in newer.trace.artifacts if one.kind == "asm-x86"} == {Origin.EXECUTED}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_tpu_is_told_down_to_bundles(newer: Bundle, name: str) -> None:
    found = kinds(newer, unit_of(newer, name, TPU))

    assert found["tpu-bundles"] == found["llo"] == found["slot-utilization"] > 0


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_gpu_is_told_down_to_ptx_and_what_is_missing_is_said(newer: Bundle, name: str) -> None:
    unit = unit_of(newer, name, GPU)
    kernels = [one for one in newer.trace.units if one.parent == unit.id]
    found = kinds(newer, unit)

    assert kernels
    assert found["ptx"] == len(kernels)
    assert found["sass"] == 0
    for kernel in kernels:
        told = {one.what: one.why for one in newer.trace.missing if one.unit == kernel.id}
        assert told[f"The machine code of {kernel.name}"] == "XLA did not hand it over."


def test_equations_are_joined_to_optimised_hlo_by_tags(newer: Bundle) -> None:
    for slug in ("", GPU, TPU):
        end = f"{unit_of(newer, 'fused', slug).id}/hlo-optimized"
        (joined,) = (one for one in newer.trace.maps if one.end == end and str(one.start).endswith("/jaxpr"))
        assert joined.method.startswith("Tags")
