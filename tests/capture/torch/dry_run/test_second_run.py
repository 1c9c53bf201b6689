"""The second run of a program, and how it may end. Nothing of PyTorch is needed for that."""

from pathlib import Path

import pytest

from chipward.capture.tracers.torch.dry_run import second_run
from chipward.capture.tracers.torch.dry_run.second_run import SecondRun, run_again


def again(program: str, folder: Path) -> SecondRun:
    """Run a text as a program."""
    script = folder / "program.py"
    script.write_text(program)
    library = folder / "none.so"  # the loader warns that it is not there, and goes on
    return run_again([str(script)], str(folder), folder / "run", library=library, device="9,0", seconds=0.0)


def test_it_runs_in_the_same_folder_with_no_input_and_its_output_goes_nowhere(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    done = again("import sys\nopen('seen.txt', 'w').write(sys.stdin.read())\nprint('hello')", tmp_path)

    assert done.trouble is None
    assert (tmp_path / "seen.txt").read_text() == ""
    assert capfd.readouterr() == ("", "")


def test_an_error_is_told_by_its_last_line(tmp_path: Path) -> None:
    done = again("raise ValueError('no zero, please')", tmp_path)

    assert done.trouble == "It ended with exit code 1: ValueError: no zero, please."


def test_a_signal_is_told(tmp_path: Path) -> None:
    assert again("import os\nos.kill(os.getpid(), 9)", tmp_path).trouble == "It died by signal 9."


def test_a_loop_without_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_run, "LEAST", 1.0)

    assert "stopped after 1 seconds" in str(again("while True: pass", tmp_path).trouble)


def test_the_program_has_the_settings_of_a_dry_run_and_keeps_what_it_had_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LD_PRELOAD", "")
    program = "import os\nassert os.environ['TORCHDYNAMO_DISABLE'] == '1'\nassert os.environ['CHIPWARD_DRY_RUN_DEVICE']"

    assert again(program, tmp_path).trouble is None
