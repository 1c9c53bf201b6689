"""The stand-in for CUDA's runtime is built from its own sources, for one PyTorch and with the headers that it has."""

from pathlib import Path

import pytest

from chipward.capture.tracers.torch.dry_run import building
from chipward.capture.tracers.torch.dry_run.no_dry_run import NoDryRunError
from chipward.capture.tracers.torch.installed import Torch, find_torch
from made_up_packages import CUDA, install_torch

SOURCE = "int generated;"


@pytest.fixture
def torch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Torch:
    """A PyTorch whose libraries are not looked into."""
    monkeypatch.setattr(building, "lacking", lambda _libraries: ())
    monkeypatch.setattr(building, "source_of", lambda _lacking: SOURCE)
    install_torch(tmp_path, "2.13.0", CUDA)
    found = find_torch([str(tmp_path)])
    assert found is not None
    return found


def headers(packages: Path) -> tuple[Path, Path]:
    runtime = packages / "nvidia" / "cu13" / "include"
    triton = packages / "triton" / "backends" / "nvidia" / "include"
    for folder in (runtime, triton / "crt"):
        folder.mkdir(parents=True)
    (runtime / "cuda_runtime_api.h").touch()
    return runtime, triton


def test_it_is_built_from_its_sources_and_with_the_headers_of_this_pytorch(torch: Torch, tmp_path: Path) -> None:
    runtime, triton = headers(tmp_path)
    library = building.runtime_for(torch)
    assert (library.against, library.generated) == ("PyTorch 2.13.0", SOURCE)
    assert {file.suffix for file in library.files} == {".cpp", ".h", ".map"}
    assert library.options[-2:] == (f"-I{runtime}", f"-I{triton}")


def test_without_the_headers_it_says_who_brings_them(torch: Torch) -> None:
    with pytest.raises(NoDryRunError, match="which the packages nvidia-cuda-runtime and triton bring along"):
        building.runtime_for(torch)


def test_without_nm_it_says_what_to_install(torch: Torch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoDryRunError, match="needs nm: install binutils"):
        building.runtime_for(torch)
