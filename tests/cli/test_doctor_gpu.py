"""`chipward doctor` on a machine that has a GPU."""

from dataclasses import replace
from pathlib import Path

import pytest
from run_chipward import chipward

from chipward.capture.doctor.gpus import RealGpu
from chipward.capture.doctor.machine import look_around
from chipward.capture.doctor.use_of_gpus import use_of_gpus
from chipward.model.target import Backend


def test_the_command_says_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = replace(look_around([str(tmp_path)]), gpus=(RealGpu(Backend.CUDA, "NVIDIA H100 80GB HBM3"),))
    monkeypatch.setattr("chipward.cli.doctor.look_around", lambda: machine)
    told = " ".join(chipward("doctor").stdout.split())
    assert "GPU here NVIDIA H100 80GB HBM3" in told
    assert f" {use_of_gpus(machine)[0]} " in told
