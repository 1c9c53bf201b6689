"""What JAX says of targets before a program runs."""

import subprocess
import sys

import pytest

from chipward.capture.tracers.jax import lacking
from chipward.capture.tracers.jax.gpu import needs
from chipward.capture.tracers.jax.service import SERVICE
from chipward.capture.tracers.jax.tpu import wheels

ALL = ("cuda:h100", "cuda:t4", "rocm:mi300x", "tpu:v5e:2x2")
PLUGIN = (
    "what JAX compiles for cuda:h100 and cuda:t4 will be missing. JAX's plugin for NVIDIA GPUs is not installed, which "
    "holds XLA's compiler for them. Install it: "
    'pip install "jax-cuda13-plugin==0.10.2" "jax-cuda13-pjrt==0.10.2" nvidia-cuda-nvcc nvidia-cuda-nvdisasm'
)
LIBTPU = (
    "what JAX compiles for tpu:v5e:2x2 will be missing. libtpu is not installed, which compiles for TPUs; get the one "
    'that goes with JAX 0.10.2: pip install "jax[tpu]==0.10.2"'
)


@pytest.fixture
def jax_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (needs, wheels):
        monkeypatch.setattr(module, "_version", {"jax": "0.10.2"}.get)
    monkeypatch.setattr(lacking, "find_spec", lambda name: name)


@pytest.mark.usefixtures("jax_alone")
def test_each_platform_is_told_what_to_install_for_it() -> None:
    assert list(SERVICE.lacks(ALL)) == [PLUGIN, LIBTPU]
    assert list(SERVICE.lacks(ALL[3:])) == [LIBTPU]


@pytest.mark.usefixtures("jax_alone")
def test_a_target_that_jax_does_not_serve_lacks_nothing() -> None:
    assert list(SERVICE.lacks(("rocm:mi300x",))) == []


@pytest.mark.usefixtures("jax_alone")
def test_without_jax_there_is_no_use_for_its_compilers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lacking, "find_spec", lambda _: None)
    assert list(SERVICE.lacks(ALL)) == []


def test_nothing_stands_in_for_a_target() -> None:
    assert not any(map(SERVICE.stands_in_for, ALL))


def test_the_service_loads_the_standard_library_alone() -> None:
    code = "import sys, chipward.capture.tracers.jax.service; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert {"jax", "numpy", "packaging", "pydantic"}.isdisjoint(loaded)
