"""How GPUs are described to XLA, and what is said where something is not installed."""

import re

import pytest

from chipward.capture.tracers.jax.gpu import needs
from chipward.capture.tracers.jax.gpu.compiling import WrongTargetError, check_kind
from chipward.capture.tracers.jax.gpu.target_config import target_config
from chipward.capture.tracers.jax.gpu.xla_figures import _SAID, figures_of
from chipward.dataset.targets import all_targets, find_gpu
from chipward.errors import Misuse
from chipward.model.target import Backend

CUDA = [target for target in all_targets() if target.backend is Backend.CUDA]


@pytest.mark.parametrize("target", CUDA, ids=lambda target: target.id)
def test_every_gpu_of_nvidia_has_all_numbers(target: object) -> None:
    figures = figures_of(next(one for one in CUDA if one is target))

    assert 1 < figures.clock_ghz < 4
    assert 10**11 < figures.bandwidth < 10**13
    assert figures.cores in (64, 128)
    assert figures.registers_per_block == 65536
    assert figures.blocks == (2147483647, 65535, 65535)


def test_bandwidth_follows_from_clock_and_width_of_the_memory() -> None:
    assert figures_of(find_gpu("cuda:t4")).bandwidth == 2 * 5001 * 10**6 * 256 // 8
    assert figures_of(find_gpu("cuda:t4")).clock_ghz == pytest.approx(1.59)
    assert figures_of(find_gpu("cuda:rtx4090")).clock_ghz == pytest.approx(2.52)


def test_words_are_no_longer_than_a_quote() -> None:
    assert all(len(words) <= 300 for said in _SAID.values() for words in said.words)
    assert all(re.match(r"[\w.-]+/[\w.-]+ [0-9a-f]{40} \S+$", said.source) for said in _SAID.values())


def test_a_gpu_of_another_maker_is_refused_in_a_sentence() -> None:
    with pytest.raises(Misuse, match="no source"):
        figures_of(find_gpu("rocm:mi300x"))


def test_a_description_tells_each_fact_once() -> None:
    target = find_gpu("cuda:h100")
    text = target_config(target, figures_of(target), (9, 12, 0))
    fields = re.findall(r"^  (\w+): (\S+)$", text, re.MULTILINE)

    assert dict(fields)["core_count"] == "132"
    assert dict(fields)["clock_rate_ghz"] == "1.98"
    assert len(dict(fields)) == len(fields)
    assert "cuda_compute_capability { major: 9 minor: 0 }" in text
    assert 'device_description_str: "NVIDIA H100 80GB HBM3"' in text


@pytest.mark.parametrize(
    ("kind", "device"),
    [("LoadedExecutable", "NVIDIA H100 80GB HBM3"), ("Executable", "cpu"), ("LoadedExecutable", "cpu")],
)
def test_an_executable_for_something_else_is_never_taken(kind: str, device: str) -> None:
    with pytest.raises(WrongTargetError, match="instead of an Executable for NVIDIA H100"):
        check_kind(kind, device, "NVIDIA H100 80GB HBM3")


def test_the_right_executable_is_taken() -> None:
    check_kind("Executable", "Tesla T4", "Tesla T4")


def installed(monkeypatch: pytest.MonkeyPatch, **versions: str) -> None:
    monkeypatch.setattr(needs, "_version", lambda package: versions.get(package.replace("-", "_")))


def test_without_the_plugin_the_line_for_pip_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, jax="0.10.2")
    why = needs.lacking()

    assert why is not None
    assert 'pip install "jax-cuda13-plugin==0.10.2" "jax-cuda13-pjrt==0.10.2"' in why
    assert "nvidia-cuda-nvcc nvidia-cuda-nvdisasm" in why


def test_a_plugin_for_another_jax_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, jax="0.10.2", jax_cuda12_plugin="0.9.0", jax_cuda12_pjrt="0.9.0")
    why = needs.lacking()

    assert why is not None
    assert why.startswith("jax-cuda12-plugin 0.9.0 is installed, and does not go with jax 0.10.2.")
    assert '"jax-cuda12-plugin==0.10.2"' in why
    assert "nvidia-cuda-nvcc-cu12" in why


def test_nothing_is_lacking_where_versions_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, jax="0.12.0", jax_cuda13_plugin="0.12.0", jax_cuda13_pjrt="0.12.0")

    assert needs.lacking() is None
