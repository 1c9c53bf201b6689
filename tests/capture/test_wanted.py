"""The targets that a user names: checked before anything runs."""

import subprocess
import sys

import pytest
from programs import Place

from chipward.capture.options import Options
from chipward.capture.wanted import wanted, wanted_elsewhere
from chipward.errors import Misuse

RUNS = "open('it-ran', 'w').close()"
BLOCK = """
import sys
import chipward
try:
    with chipward.trace("run.chipward", targets=sys.argv[1:], quiet=True):
        print("it ran")
except chipward.errors.Misuse as refused:
    print(refused)
print("pydantic" in sys.modules)
"""


def test_each_target_is_named_once_by_its_id() -> None:
    names = ["cuda:h100", "CUDA:H100", "rocm:mi300x", "cpu", "tpu:v5e", "tpu:v5e:2x2"]
    assert wanted(names) == wanted_elsewhere(names) == ("cuda:h100", "rocm:mi300x", "tpu:v5e:2x2")


def test_targets_travel_in_the_environment_and_come_back() -> None:
    options = Options(targets=("cuda:sm_90", "tpu:tpu7x:2x2x1"))
    assert ":" not in options.spelled()
    assert Options.read(options.spelled()) == options


@pytest.mark.parametrize("ask", [wanted, wanted_elsewhere])
def test_the_cpu_alone_is_the_ordinary_trace(ask: type[tuple[str, ...]]) -> None:
    assert ask(["cpu", "CPU"]) == ()


def test_an_unknown_target_is_refused_with_the_names_before_the_program_runs(place: Place) -> None:
    done = place.traced(place.write(RUNS), options=("--target", "cuda:h200x"))
    assert (done.returncode, done.stdout) == (2, b"")
    (sentence,) = done.stderr.decode().splitlines()
    assert sentence.startswith("chipward: there is no target 'cuda:h200x'")
    assert "cuda:h100" in sentence
    assert "rocm:mi300x" in sentence
    assert not (place.folder / "it-ran").exists()


def test_a_block_refuses_it_in_the_same_words() -> None:
    with pytest.raises(Misuse) as here:
        wanted(["cuda:h200x"])
    with pytest.raises(Misuse) as elsewhere:
        wanted_elsewhere(["cuda:h200x"])
    assert str(here.value) == str(elsewhere.value)


def test_a_block_loads_no_table_into_the_program(place: Place) -> None:
    program = place.write(BLOCK.replace("import chipward\n", "import chipward, chipward.errors\n"))
    command = [sys.executable, program, "cuda:h100"]
    done = subprocess.run(command, cwd=place.folder, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-2:] == ["it ran", "False"]
