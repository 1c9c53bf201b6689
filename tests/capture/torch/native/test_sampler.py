"""The sampler, where it can be built and where it cannot."""

from pathlib import Path

import pytest

from chipward.capture.tracers.torch.native import sampler
from chipward.capture.tracers.torch.native.addresses import Memory
from chipward.capture.tracers.torch.native.sampler import NoSamplerError, build, sample


def test_samples_fall_into_what_runs() -> None:
    numbers = list(range(20_000, 0, -1))
    samples = sample(lambda: sorted(numbers, key=lambda number: -number), 0.2)
    memory = Memory()
    found = [located[0].file for stack in samples.stacks if (located := memory.locate(stack[0]))]
    assert len(found) > 20
    assert sum("python" in file for file in found) > len(found) / 2


def test_it_is_built_once_for_each_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = build()
    assert first.is_relative_to(tmp_path)
    assert [path.name for path in first.parent.iterdir()] == [first.name]
    monkeypatch.setenv("PATH", "")
    assert build() == first


def test_without_a_compiler_the_reason_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoSamplerError, match="There is no C compiler"):
        build()


def test_on_another_processor_the_reason_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampler.platform, "machine", lambda: "aarch64")
    with pytest.raises(NoSamplerError, match="Linux on x86-64; this is Linux on aarch64"):
        build()


def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(NoSamplerError) as refused:
        build()
    assert str(refused.value) == "The sampler could not be kept in your cache (Not a directory)."


def test_a_compiler_that_fails_without_a_word_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "gcc").write_text("#!/bin/sh\nexit 3\n")
    (tmp_path / "gcc").chmod(0o755)
    with pytest.raises(NoSamplerError, match=r"could not build the sampler: gcc ended with exit code 3 and said"):
        build()
