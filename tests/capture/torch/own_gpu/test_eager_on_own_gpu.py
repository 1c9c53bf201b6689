"""Eager code on a GPU of this machine: the trace says that what it launches is not followed."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from chipward.bundle.journal import Journal
from chipward.bundle.spool import read_journals
from chipward.capture.options import Options
from chipward.capture.session import Session
from chipward.capture.tracers.torch.own_gpu.eager import tell_of_eager_code
from chipward.capture.tracers.torch.targets.pretend.pytorch import properties_of
from chipward.dataset.targets import find_target


def missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str, *, used: bool) -> list[dict[str, object]]:
    gpu = properties_of(find_target(target))
    cuda = SimpleNamespace(
        is_initialized=lambda: used, current_device=lambda: 0, get_device_properties=lambda _number: gpu
    )
    hip = "7.0" if target.startswith("rocm") else None
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(cuda=cuda, version=SimpleNamespace(hip=hip)))
    monkeypatch.setitem(sys.modules, "torch.cuda", cuda)
    tell_of_eager_code(Session(Journal(tmp_path), Options()))
    (journal,) = read_journals(tmp_path)
    return list(journal.of("missing"))


def test_it_is_missing_where_the_kernels_would_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (told,) = missing(tmp_path, monkeypatch, "cuda:a100", used=True)
    assert told["what"] == "What operators that are called one by one launch on NVIDIA A100-SXM4-80GB"
    assert told["stage"] == "cuda-kernels"
    assert told["selection"] == {
        "explainer": "how-pytorch-runs",
        "choices": {"mode": "eager", "device": "nvidia-gpu"},
        "target": "cuda:sm_80",
    }
    assert "not followed below the dispatcher" in str(told["why"])


def test_of_a_gpu_of_amds_no_explainer_knows_a_stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (told,) = missing(tmp_path, monkeypatch, "rocm:mi300x", used=True)
    assert told["stage"] is None
    assert told["selection"] == {
        "explainer": "how-pytorch-runs",
        "choices": {"mode": "eager"},
        "target": "rocm:gfx942",
    }


def test_who_uses_no_gpu_misses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert missing(tmp_path, monkeypatch, "cuda:a100", used=False) == []
