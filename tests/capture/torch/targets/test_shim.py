"""The shim is built once for each PyTorch, and where it cannot be, one sentence says why."""

import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from chipward.capture.tracers.torch.targets.shim.building import Torch, build
from chipward.capture.tracers.torch.targets.shim.no_shim import NoShimError

# Stands in for a compiler: notes that it was asked, and writes its last word.
COMPILES = """#!/bin/sh
echo "$@" >> {log}
for word; do last=$word; done
sleep 0.2
echo made > "$last"
"""
REFUSES = "#!/bin/sh\necho '/usr/include/c10/Device.h:1: error: no such thing' >&2\nexit 1\n"
LOADS = """
from chipward.capture.tracers.torch.targets import shim
shim.load()
import torch
print(torch.empty(0).device, torch._C._get_accelerator())
"""
TOO_LATE = "import torch\nfrom chipward.capture.tracers.torch.targets import shim\nshim.load()"


@pytest.fixture
def torch(tmp_path: Path) -> Torch:
    root = tmp_path / "torch"
    (root / "lib").mkdir(parents=True)
    (root / "version.py").write_text("__version__ = '2.13.0+cpu'\n")
    return Torch(root)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "chipward"


def compiler(tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "compiler"
    file.write_text(text.format(log=tmp_path / "log"))
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("CXX", str(file))
    return tmp_path / "log"


def test_it_is_built_once_and_kept(torch: Torch, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = compiler(tmp_path, COMPILES, monkeypatch)
    assert build(torch) == build(torch)
    assert len(log.read_text().splitlines()) == 1
    assert [file.suffix for file in cache.iterdir()] == [".so"]


def test_another_pytorch_has_another(
    torch: Torch, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = compiler(tmp_path, COMPILES, monkeypatch)
    first = build(torch)
    (torch.root / "version.py").write_text("__version__ = '2.14.0'\n")
    (torch.root / "lib" / "libtorch_cuda.so").touch()
    assert build(torch) != first
    assert ["-DBUILD_WITH_CUDA" in line for line in log.read_text().splitlines()] == [False, True]
    assert len(list(cache.iterdir())) == 2


def test_two_that_build_at_once_leave_one(
    torch: Torch, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler(tmp_path, COMPILES, monkeypatch)
    with ThreadPoolExecutor(2) as both:
        first, second = both.map(build, [torch, torch])
    assert first == second
    assert [file.read_text() for file in cache.iterdir()] == ["made\n"]


def test_without_a_compiler_it_says_what_to_install(
    torch: Torch, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoShimError, match=r"there is no C\+\+ compiler \(g\+\+\) to build it with: install one\.$"):
        build(torch)
    assert not cache.exists()


def test_a_compiler_that_cannot_be_started_is_named(
    torch: Torch, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CXX", str(tmp_path / "g++-nowhere"))
    with pytest.raises(
        NoShimError, match=r"g\+\+-nowhere, could not be started \(No such file or directory\): set CXX"
    ):
        build(torch)
    assert list(cache.iterdir()) == []


def test_what_the_compiler_says_is_told_without_folders(
    torch: Torch, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler(tmp_path, REFUSES, monkeypatch)
    with pytest.raises(NoShimError) as refused:
        build(torch)
    told = "could not be built for PyTorch 2.13.0+cpu: …/Device.h:1: error: no such thing."
    assert str(refused.value) == f"The stand-in for the GPU's driver {told}"
    assert list(cache.iterdir()) == []


@pytest.mark.parametrize("end", [("exit 3", "exit code 3"), ("kill -9 $$", "signal 9")], ids=["exits", "is killed"])
def test_a_compiler_that_fails_without_a_word_is_named(
    torch: Torch, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: tuple[str, str]
) -> None:
    command, told = end
    compiler(tmp_path, f"#!/bin/sh\n{command}\n", monkeypatch)
    with pytest.raises(NoShimError) as refused:
        build(torch)
    why = f"could not be built for PyTorch 2.13.0+cpu: the compiler, compiler, ended with {told} and said nothing."
    assert str(refused.value) == f"The stand-in for the GPU's driver {why}"
    assert list(cache.iterdir()) == []


def test_a_cache_that_cannot_be_written_is_named(
    torch: Torch, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler(tmp_path, COMPILES, monkeypatch)
    cache.parent.write_text("a file")
    with pytest.raises(NoShimError, match=r"could not be kept in your cache \(Not a directory\)"):
        build(torch)


@pytest.mark.slow
def test_pytorch_sees_an_accelerator_through_it() -> None:
    done = subprocess.run([sys.executable, "-c", LOADS], capture_output=True, text=True, check=True)
    assert done.stdout == "cpu cuda\n"


@pytest.mark.slow
def test_it_refuses_to_come_after_pytorch() -> None:
    done = subprocess.run([sys.executable, "-c", TOO_LATE], capture_output=True, text=True, check=False)
    assert "NoShimError: PyTorch was imported before" in done.stderr
