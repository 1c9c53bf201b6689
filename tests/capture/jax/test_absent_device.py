"""Pallas is told of the target's TPU while it lowers for it, and nobody else is."""

import threading
from importlib import import_module
from types import SimpleNamespace

import pytest

from chipward.capture.tracers.jax.absent_device import KINDS, kind_of, standing_in, watch_device
from chipward.capture.tracers.jax.foreign import Foreign
from chipward.dataset.tpus import find_tpu

pytest.importorskip("jax")
V5P = ["cuda:h100", "tpu:v5p:2x2x1", "tpu:v4:2x2x1"]


@pytest.fixture
def tpu_info(monkeypatch: pytest.MonkeyPatch) -> Foreign:
    module = import_module("jax._src.pallas.mosaic.tpu_info")
    monkeypatch.setattr(module, "get_device_kind", lambda: "cpu")

    def replace(owner: object, name: str, around: Foreign, **_: object) -> None:
        monkeypatch.setattr(owner, name, around(getattr(owner, name)))

    stand_in: Foreign = SimpleNamespace(replace=replace)
    watch_device(module, stand_in)
    return module


def test_a_kernel_of_one_dimension_finds_the_first_tpu_of_the_targets(tpu_info: Foreign) -> None:
    with standing_in("tpu", V5P):
        told = tpu_info.get_tpu_info()
        assert (told.generation, told.num_lanes) == (5, 128)
        assert tpu_info.get_num_device_cores() == 2


def test_the_program_is_told_of_its_own_device_afterwards(tpu_info: Foreign) -> None:
    with standing_in("tpu", V5P):
        tpu_info.get_tpu_info()

    with pytest.raises(ValueError, match="Unsupported TPU device kind: cpu"):
        tpu_info.get_tpu_info()


def test_other_platforms_and_other_threads_find_their_own(tpu_info: Foreign) -> None:
    found: list[str] = []
    with standing_in("cuda", V5P):
        assert tpu_info.get_device_kind() == "cpu"
    with standing_in("tpu", V5P):
        other = threading.Thread(target=lambda: found.append(tpu_info.get_device_kind()))
        other.start()
        other.join()

    assert found == ["cpu"]


@pytest.mark.parametrize("generation", KINDS)
def test_kinds_are_those_of_the_data(generation: str) -> None:
    target = find_tpu(f"tpu:{generation}")

    assert kind_of([target.id]) == (target.name, target.cores_per_device)


def test_without_a_tpu_there_is_no_kind() -> None:
    assert kind_of(["cpu", "cuda:h100"]) is None
