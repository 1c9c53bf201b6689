"""What is seen of packages, tools and GPUs without loading any of them."""

from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

from chipward.capture.doctor.gpus import RealGpu, real_gpus
from chipward.capture.doctor.machine import look_around
from chipward.capture.doctor.nvidia_tools import Tool, bundled_tools
from chipward.capture.tracers.torch.installed import find_package, find_torch, find_triton
from chipward.capture.tracers.torch.pairing import Pairing, pairing
from chipward.model.target import Backend
from made_up_packages import CPU, CUDA, ROCM, TOOLS, install, install_torch, install_triton


@pytest.mark.parametrize(
    ("version", "built", "build"),
    [("2.13.0+cpu", CPU, "CPU only"), ("2.14.1", CUDA, "CUDA 13.0"), ("2.13.0", ROCM, "ROCm 7.0.1"), ("3.0", "(", "")],
)
def test_a_torch_is_read_and_not_imported(tmp_path: Path, version: str, built: str, build: str) -> None:
    install_torch(tmp_path, version, built)
    torch = find_torch([str(tmp_path)])
    assert torch
    assert (torch.package.version, torch.build) == (version, build or "CPU only")


def test_where_nothing_is_installed_nothing_is_found(tmp_path: Path) -> None:
    machine = look_around([str(tmp_path)])
    assert (machine.torch, machine.triton, machine.tools, machine.pairing) == (None, None, (), None)


def test_what_an_uninstall_left_behind_is_no_package(tmp_path: Path) -> None:
    (tmp_path / "torch-2.13.0.dist-info").mkdir()
    (tmp_path / "torch-2.13.0.dist-info/METADATA").write_text("\n", encoding="utf-8")
    assert find_package(["torch"], [str(tmp_path)]) is None


def test_a_triton_may_have_another_name(tmp_path: Path) -> None:
    install(tmp_path, "pytorch-triton-rocm", "3.7.1")
    found = find_triton([str(tmp_path)])
    assert found
    assert found.name == "pytorch-triton-rocm"


def test_a_torch_built_for_gpus_says_which_triton_it_goes_with(tmp_path: Path) -> None:
    requires = ('triton~=3.9.1; platform_system == "Linux"', "not a requirement (", 'triton==1.0; extra == "old"')
    install_torch(tmp_path, "2.99.0", CUDA, requires)
    install_triton(tmp_path, "3.9.4+git1234")
    machine = look_around([str(tmp_path)])
    assert machine.pairing == Pairing("triton", SpecifierSet("~=3.9.1"), said_by_torch=True)
    assert machine.triton_fits is True


@pytest.mark.parametrize(
    ("version", "requirement"),
    [
        ("2.13.0+cpu", "triton==3.7.1"),
        ("2.12.0", "triton==3.7.0"),
        ("2.12.1", "triton==3.7.1"),
        ("2.14.0", "triton~=3.8.0"),
    ],
)
def test_for_a_cpu_only_torch_it_was_read_elsewhere(tmp_path: Path, version: str, requirement: str) -> None:
    install_torch(tmp_path, version)
    torch = find_torch([str(tmp_path)])
    assert torch
    found = pairing(torch)
    assert found
    assert (found.requirement, found.said_by_torch) == (requirement, False)


def test_of_an_unknown_torch_nobody_says_it(tmp_path: Path) -> None:
    install_torch(tmp_path, "2.99.0")
    install_triton(tmp_path)
    machine = look_around([str(tmp_path)])
    assert (machine.pairing, machine.triton_fits) == (None, None)


def test_tools_tell_their_versions(tmp_path: Path) -> None:
    install_triton(tmp_path)
    assert bundled_tools(find_triton([str(tmp_path)])) == tuple(Tool(*each) for each in TOOLS.items())


def test_a_tool_that_is_missing_or_does_not_run_is_left_out(tmp_path: Path) -> None:
    install_triton(tmp_path, tools=("ptxas", "nvdisasm"))
    (tmp_path / "triton/backends/nvidia/bin/nvdisasm").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    assert bundled_tools(find_triton([str(tmp_path)])) == (Tool("ptxas", "12.8.93"),)


def test_real_gpus_are_those_that_drivers_tell_of(tmp_path: Path) -> None:
    nvidia, amd = tmp_path / "nvidia", tmp_path / "amd"
    _write(nvidia / "0000:01:00.0/information", "Model: \t\t NVIDIA H100 80GB HBM3\nIRQ:   \t\t 42\n")
    _write(amd / "0/properties", "cpu_cores_count 16\ngfx_target_version 0\n")  # the CPU is a node, too
    _write(amd / "1/properties", "simd_count 1216\ngfx_target_version 90402\n")
    _write(amd / "2/properties", "gfx_target_version 90010\n")
    assert real_gpus(nvidia, amd) == (
        RealGpu(Backend.CUDA, "NVIDIA H100 80GB HBM3"),
        RealGpu(Backend.ROCM, "gfx942"),
        RealGpu(Backend.ROCM, "gfx90a"),
    )


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
