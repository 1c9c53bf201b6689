"""A dry run is asked for, and explained where it cannot be had: the same on every machine."""

from collections.abc import Callable
from pathlib import Path

import pytest
from programs import Place

from chipward.capture.tracers.torch.dry_run import wheel
from chipward.capture.tracers.torch.dry_run.no_dry_run import NoDryRunError
from chipward.capture.tracers.torch.installed import Torch, find_torch
from chipward.dataset.targets import find_target
from made_up_packages import CPU, CUDA, install_torch

SAYS_HELLO = """
with open("runs.txt", "a") as runs:
    runs.write("run\\n")
print("hello")
"""

Machine = Callable[..., None]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Make this machine look like one of which these things are known."""

    def looks(
        version: str | None = "2.13.0", built: str = CUDA, *, driver: bool = False, processor: str = "x86_64"
    ) -> None:
        if version is not None:
            install_torch(tmp_path, version, built)
        monkeypatch.setattr(wheel, "find_torch", lambda: find_torch([str(tmp_path)]))
        monkeypatch.setattr(wheel, "has_driver", lambda: driver)
        monkeypatch.setattr(wheel.platform, "system", lambda: "Linux")
        monkeypatch.setattr(wheel.platform, "machine", lambda: processor)

    return looks


def fitting(target: str = "cuda:h100") -> Torch:
    return wheel.fitting_torch(find_target(target))


def reason(target: str = "cuda:h100") -> str:
    """Why there is no dry run."""
    with pytest.raises(NoDryRunError) as refused:
        fitting(target)
    return str(refused.value)


def test_a_build_for_cuda_without_a_driver_can_be_run_with(machine: Machine) -> None:
    machine()
    assert fitting().version == "2.13.0"


def test_the_build_for_the_cpu_has_no_cuda_kernels_and_the_reason_says_what_to_install(machine: Machine) -> None:
    machine("2.13.0+cpu", CPU)
    assert "built without CUDA" in reason()
    assert "`pip install torch===2.13.0`" in reason()


def test_without_pytorch_there_is_nothing_to_run_with(machine: Machine) -> None:
    machine(None)
    assert reason() == "PyTorch is not installed."


def test_where_nvidias_driver_is_nothing_stands_in_its_way(machine: Machine) -> None:
    machine(driver=True)
    assert "run the program on the GPU" in reason()


def test_another_processor_is_named(machine: Machine) -> None:
    machine(processor="aarch64")
    assert reason().endswith("this is Linux on aarch64.")


def test_only_nvidia_is_stood_in_for(machine: Machine) -> None:
    machine()
    assert "NVIDIA" in reason("rocm:mi300x")


def test_without_a_target_there_is_nothing_to_stand_in_for(place: Place) -> None:
    done = place.traced(place.write(SAYS_HELLO), options=["--dry-run"])

    assert done.returncode == 2
    assert b"--target cuda:h100 --dry-run" in done.stderr
    assert not (place.folder / "runs.txt").exists()


def test_where_it_cannot_be_had_the_program_runs_once_and_the_trace_says_why(place: Place) -> None:
    place.environment.pop("PYTHONPATH")  # the installed PyTorch, not its stand-in
    place.environment["PATH"] = str(place.folder)  # nothing to build the stand-in with, should this be a build for CUDA
    done = place.traced(place.write(SAYS_HELLO), options=["--target", "cuda:h100", "--dry-run"])

    assert done.returncode == 0
    assert done.stdout == b"hello\n"
    assert (place.folder / "runs.txt").read_text() == "run\n"
    with place.bundle() as bundle:
        (missing,) = [gone for gone in bundle.trace.missing if gone.stage == "cuda-kernels"]
        assert missing.what == "The kernels that eager code launches on cuda:h100"
        assert missing.why
        assert bundle.trace.selections[missing.selection].target == "cuda:h100"
