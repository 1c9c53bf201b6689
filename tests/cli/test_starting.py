"""The command line starts at once, and says plainly what cannot be used."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from run_chipward import chipward, outside

from chipward import __version__
from chipward.cli import COMMANDS
from demo import Demo

HEAVY = ("pydantic", "rapidfuzz", "httpx", "starlette", "uvicorn", "jinja2", "igraph", "packaging", "torch", "jax")


def loaded_by(code: str) -> set[str]:
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    return {name for name in HEAVY if name in told.split()}


SHOW = "\nimport sys; print(*sys.modules)"
HELP = "from chipward.cli import app\ntry: app(['--help'])\nexcept SystemExit: pass" + SHOW


def test_help_loads_nothing_heavy() -> None:
    assert loaded_by(HELP) == set()


def test_importing_chipward_loads_nothing_heavy() -> None:
    assert loaded_by(f"import chipward{SHOW}") == set()


def test_what_is_loaded_would_be_seen() -> None:
    assert loaded_by(f"import chipward.dataset.folder{SHOW}") == {"pydantic"}


def test_a_traced_program_waits_for_nothing_heavy() -> None:
    assert loaded_by(f"import chipward.cli.trace{SHOW}") == set()


def test_checking_loads_no_server_and_no_web_client(demo: Demo) -> None:
    code = f"from chipward.cli import app\ntry: app(['check', {str(demo.data)!r}])\nexcept SystemExit: pass{SHOW}"
    assert loaded_by(code) == {"pydantic"}


def test_help_lists_every_command_with_its_line() -> None:
    told = " ".join(chipward("--help").output.replace("│", " ").split())
    for name, summary in COMMANDS.items():
        assert f"{name} {summary}" in told


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_a_function_in_a_file_of_its_name(name: str) -> None:
    command = getattr(import_module(f"chipward.cli.{name}"), name)
    assert command.__doc__
    assert chipward(name, "--help").exit_code == 0


def test_every_command_is_in_the_list() -> None:
    folder = Path(import_module("chipward.cli").__file__ or "").parent
    files = {file.stem for file in folder.glob("*.py")}
    helpers = {
        "__init__",
        "choose",
        "commands",
        "examined",
        "folder",
        "quotes",
        "recorded",
        "report",
        "say",
        "shelves",
        "strata",
        "terminal",
    }
    helpers |= {"after_run", "leaving_out", "notebook"}
    assert files == helpers | set(COMMANDS)


def test_the_version_is_told() -> None:
    assert chipward("--version").output == f"chipward {__version__}\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [(["chek"], "there is no command 'chek'; did you mean check?"), (["check", "--fast"], "No such")],
)
def test_an_unknown_word_is_refused(words: list[str], sentence: str) -> None:
    result = chipward(*words)
    assert result.exit_code == 2
    assert sentence in result.output


def test_misuse_is_one_sentence_on_standard_error(tmp_path: Path) -> None:
    done = outside("check", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"chipward: {tmp_path} is not a data folder: it has no folder named explainers; name one that has\n"
    )


def test_a_reader_that_goes_away_causes_no_traceback(demo: Demo) -> None:
    command = [sys.executable, "-m", "chipward", "paths", "--json", "--data", str(demo.data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout
        assert running.stderr
        running.stdout.close()
        assert "Traceback" not in running.stderr.read()
