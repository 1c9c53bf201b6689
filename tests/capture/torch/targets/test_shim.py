"""The shim belongs to one PyTorch, and comes before it."""

import subprocess
import sys
from pathlib import Path

import pytest

from chipward.capture.tracers.torch.installed import Torch, find_torch
from chipward.capture.tracers.torch.targets.shim import shim_for
from made_up_packages import CPU, CUDA, install_torch

LOADS = """
from chipward.capture.tracers.torch.targets import shim
shim.load()
import torch
print(torch.empty(0).device, torch._C._get_accelerator())
"""
TOO_LATE = "import torch\nfrom chipward.capture.tracers.torch.targets import shim\nshim.load()"
WITHOUT = "import sys\nfrom chipward.capture.tracers.torch.targets import shim\nsys.path.clear()\nshim.load()"


def installed(folder: Path, version: str, built: str) -> Torch:
    install_torch(folder, version, built)
    torch = find_torch([str(folder)])
    assert torch is not None
    return torch


def test_it_belongs_to_one_pytorch(tmp_path: Path) -> None:
    one = shim_for(installed(tmp_path / "one", "2.13.0+cpu", CPU))
    other = shim_for(installed(tmp_path / "other", "2.14.1", CUDA))
    assert (one.against, other.against) == ("PyTorch 2.13.0+cpu", "PyTorch 2.14.1")
    assert one.fingerprint != other.fingerprint
    assert ["-DBUILD_WITH_CUDA" in library.options for library in (one, other)] == [False, True]
    assert f"-L{tmp_path / 'one' / 'torch' / 'lib'}" in one.links


def load(code: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_without_pytorch_it_says_so() -> None:
    assert load(WITHOUT).stderr.endswith("NoShimError: PyTorch is not installed.\n")


@pytest.mark.slow
def test_pytorch_sees_an_accelerator_through_it() -> None:
    assert load(LOADS).stdout == "cpu cuda\n"


@pytest.mark.slow
def test_it_refuses_to_come_after_pytorch() -> None:
    assert "NoShimError: PyTorch was imported before" in load(TOO_LATE).stderr
