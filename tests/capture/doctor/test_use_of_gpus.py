"""What `chipward doctor` says of a GPU that is here."""

from dataclasses import replace
from pathlib import Path

from chipward.capture.doctor.gpus import RealGpu
from chipward.capture.doctor.machine import look_around
from chipward.capture.doctor.use_of_gpus import use_of_gpus
from chipward.model.target import Backend

H100, MI300X = RealGpu(Backend.CUDA, "NVIDIA H100 80GB HBM3"), RealGpu(Backend.ROCM, "gfx942")


def test_each_model_is_told_of_once(tmp_path: Path) -> None:
    machine = replace(look_around([str(tmp_path)]), gpus=(H100, H100, MI300X))
    of_nvidia, of_amd = use_of_gpus(machine)
    assert "NVIDIA H100 80GB HBM3" in of_nvidia
    assert "down to SASS and stands there as executed" in of_nvidia
    assert "gfx942" in of_amd
    assert "AMDGCN" in of_amd
    assert use_of_gpus(replace(machine, gpus=())) == ()
