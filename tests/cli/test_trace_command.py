"""``chipward trace`` and ``chipward finish``: what belongs to them and what to the program."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from run_chipward import chipward, outside

from chipward.bundle.read import open_bundle


def run(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "chipward", "trace", *words]
    settings = os.environ | environment
    return subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "program.py").write_text("import sys\nprint(sys.argv)\nsys.exit(len(sys.argv))\n")
    return tmp_path


def test_what_follows_the_script_is_the_scripts(folder: Path) -> None:
    words = ["-o", "x", "--quiet", "-m", "--help", "--", "-q"]
    done = run(folder, "program.py", *words)
    assert done.stdout == f"{['program.py', *words]}\n"
    assert done.returncode == 8
    with open_bundle(folder / "program.chipward") as bundle:
        program = bundle.trace.program
    assert (program.kind, program.entry, program.arguments) == ("script", "program.py", tuple(words))
    assert program.directory == str(folder)


def test_what_follows_the_module_is_the_modules(folder: Path) -> None:
    done = run(folder, "-o", "mine.chipward", "-m", "program", "-o", "x", "-m", "y")
    assert done.stdout == f"{[str(folder / 'program.py'), '-o', 'x', '-m', 'y']}\n"
    assert done.returncode == 5
    with open_bundle(folder / "mine.chipward") as bundle:
        assert (bundle.trace.program.kind, bundle.trace.program.entry) == ("module", "program")


def test_the_summary_says_where_the_bundle_is_and_how_to_see_it(folder: Path) -> None:
    told = run(folder, "program.py").stderr.splitlines()
    assert told[0] == "chipward: program.chipward holds 0 units, 0 artifacts, 0 line maps and 0 findings"
    assert told[-1] == "chipward: to see it: chipward open program.chipward"


def test_a_name_in_the_summary_cannot_command_the_terminal(folder: Path) -> None:
    name = "\x1b[2Jclear"
    (folder / f"{name}.py").write_text("")
    told = run(folder, f"{name}.py").stderr
    assert "\x1b" not in told
    assert r"\u001b[2Jclear.chipward" in told


def test_without_a_script_the_command_says_what_it_wants() -> None:
    result = chipward("trace")
    assert result.exit_code == 2
    assert "SCRIPT" in result.output


def test_a_closed_standard_error_does_not_change_the_exit_code(folder: Path) -> None:
    command = f"{sys.executable} -m chipward trace program.py 2>&-"
    done = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True, check=False)  # noqa: S607
    assert (done.returncode, done.stdout) == (1, "['program.py']\n")
    assert (folder / "program.chipward").exists()


def test_finishing_what_is_no_recording_is_refused(tmp_path: Path) -> None:
    done = outside("finish", tmp_path, "-o", tmp_path / "x.chipward")
    assert done.returncode == 2
    assert "holds no journal" in done.stderr
    assert "Traceback" not in done.stderr
