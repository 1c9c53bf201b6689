"""Where libtpu writes: a folder that is there while it compiles, and is left by nobody."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from chipward.capture.tracers.jax.tpu import environment, scratch


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(scratch.tempfile, "tempdir", str(tmp_path))
    scratch.place.cache_clear()
    yield tmp_path
    scratch.place.cache_clear()


def test_folders_are_there_while_they_are_needed(folder: Path) -> None:
    with scratch.emptied_after(environment.llo_folder()):
        (environment.llo_folder() / "a.txt").write_text("text", encoding="utf-8")
        (environment.llo_folder() / "b.html").write_text("page", encoding="utf-8")
        assert scratch.texts_in(environment.llo_folder()) == {"a.txt": "text"}
    assert list(folder.iterdir()) == []


def test_what_a_process_left_that_was_ended_is_taken_away_and_that_of_others_stays(folder: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    left = folder / f"chipward-tpu-{int(ended.stdout)}-x"
    others = folder / f"chipward-tpu-{os.getppid()}-x"
    odd = folder / "chipward-tpu-x"
    for each in (left, others, odd):
        each.mkdir()
    with scratch.emptied_after(environment.llo_folder()):
        pass
    assert {path.name for path in folder.iterdir()} == {others.name, odd.name}


def test_libtpu_asks_no_network_and_starts_no_tpu(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TPU_LOG_DIR", "LIBTPU_INIT_ARGS", *environment._ALONE):
        monkeypatch.setenv(name, "")
    environment.prepare_for("original", mosaic_stages=True)
    assert os.environ["JAX_PLATFORMS"] == "cpu"
    assert os.environ["TPU_SKIP_MDS_QUERY"] == "1"
    flags = os.environ["LIBTPU_INIT_ARGS"].split()
    assert f"--xla_jf_dump_to={scratch.place() / 'llo'}" in flags
    assert "--xla_jf_dump_llo_pass_label_regex=(original)" in flags
    assert f"--xla_mosaic_dump_to={scratch.place() / 'mosaic'}" in flags
    assert os.environ["TPU_LOG_DIR"] == str(scratch.place() / "log")
    assert folder in scratch.place().parents
