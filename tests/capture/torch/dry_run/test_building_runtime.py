"""Where the stand-in for CUDA's runtime cannot be built, one sentence names the compiler and what to do."""

from pathlib import Path

import pytest

from chipward.capture.tracers.torch.dry_run import building
from chipward.capture.tracers.torch.dry_run.no_dry_run import NoDryRunError
from chipward.capture.tracers.torch.targets.shim.building import Torch


@pytest.fixture
def torch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Torch:
    """A PyTorch that lacks nothing but a compiler."""
    monkeypatch.setattr(building, "lacking", lambda _libraries: ())
    monkeypatch.setattr(building, "source_of", lambda _lacking: "")
    monkeypatch.setattr(building, "_headers", lambda _packages: ())
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "torch"
    root.mkdir()
    (root / "version.py").write_text("__version__ = '2.13.0'\n")
    return Torch(root)


@pytest.mark.parametrize(
    ("compiler", "told"),
    [
        (
            "c++-nowhere",
            r"with, c\+\+-nowhere, could not be started \(No such file or directory\): set CXX to one that can",
        ),
        (
            "false",
            "could not be built for PyTorch 2.13.0: the compiler, false, ended with exit code 1 and said nothing",
        ),
    ],
)
def test_a_compiler_that_does_not_work_is_named(
    torch: Torch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiler: str, told: str
) -> None:
    monkeypatch.setenv("CXX", compiler)
    with pytest.raises(NoDryRunError, match=told):
        building.build(torch)
    assert list((tmp_path / "cache" / "chipward").iterdir()) == []
