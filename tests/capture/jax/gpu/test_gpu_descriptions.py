"""How GPUs are described to XLA, and what is said where something is not installed."""

import re

import pytest

from chipward.capture.tracers.jax.gpu import needs
from chipward.capture.tracers.jax.gpu.target_config import target_config
from chipward.dataset.targets import all_targets, find_gpu
from chipward.errors import Misuse
from chipward.model.target import Backend, Target

CUDA = [target for target in all_targets() if target.backend is Backend.CUDA]


@pytest.mark.parametrize("target", CUDA, ids=lambda target: target.id)
def test_every_gpu_of_nvidia_can_be_described(target: Target) -> None:
    fields = dict(re.findall(r"^  (\w+): (\S+)$", target_config(target, (9, 12, 0)), re.MULTILINE))

    assert 1 < float(fields["clock_rate_ghz"]) < 4
    assert 10**11 < int(fields["memory_bandwidth"]) < 10**13
    assert fields["fpus_per_core"] in ("64", "128")
    assert fields["registers_per_block_limit"] == "65536"
    assert [fields[f"block_dim_limit_{axis}"] for axis in "xyz"] == ["2147483647", "65535", "65535"]


def test_a_gpu_without_a_number_is_refused_in_a_sentence() -> None:
    with pytest.raises(Misuse, match="no source"):
        target_config(find_gpu("rocm:mi300x"), (9, 12, 0))


def test_a_description_tells_each_fact_once() -> None:
    target = find_gpu("cuda:h100")
    text = target_config(target, (9, 12, 0))
    fields = re.findall(r"^  (\w+): (\S+)$", text, re.MULTILINE)

    assert dict(fields)["core_count"] == "132"
    assert dict(fields)["clock_rate_ghz"] == "1.98"
    assert len(dict(fields)) == len(fields)
    assert "cuda_compute_capability { major: 9 minor: 0 }" in text
    assert 'device_description_str: "NVIDIA H100 80GB HBM3"' in text


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
