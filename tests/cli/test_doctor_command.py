"""`chipward doctor`."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from run_chipward import chipward

from chipward.capture.doctor.machine import Machine, look_around
from chipward.dataset.targets import all_targets

GPUS = ["cpu", *(target.id for target in all_targets())]


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine on which no package is installed."""
    machine = replace(look_around([str(tmp_path)]), system="Linux", processor="x86_64", python="3.12.1", compiler="g++")
    machine = replace(machine, gpus=(), has_nm=True, has_nvidia_driver=False)
    monkeypatch.setattr("chipward.cli.doctor.look_around", lambda: machine)
    for module in ("chipward.cli.doctor", "chipward.capture.doctor.jax_platforms"):
        monkeypatch.setattr(f"{module}.jax_version", lambda: None)
    return machine


@pytest.mark.usefixtures("bare")
def test_it_tells_what_is_there_and_what_is_missing() -> None:
    result = chipward("doctor")
    told = result.stdout.splitlines()
    assert result.exit_code == 0
    assert [line.rstrip() for line in told[:7]] == [
        "System        Linux x86_64, Python 3.12.1",
        "GPU here      none",
        "C++ compiler  g++",
        "PyTorch       none",
        "Triton        none",
        "NVIDIA tools  none",
        "",
    ]
    assert [line.split()[0] for line in told[8:] if line[:5] in {"cpu  ", "cuda:", "rocm:"}] == [*GPUS, "cpu", "cuda:…"]
    assert [line.split() for line in told if line.startswith("tpu:")] == [["tpu:…", "needs", "more,", "see", "below"]]
    assert told[-7:] == [
        "  pip install torch==2.13.0",
        "Triton is not installed, which compiles for GPUs; this one goes with PyTorch ",
        "2.13.0:",
        '  pip install "triton==3.7.1"',
        "JAX is not installed, so no program that uses it can be traced; 0.10.2 is the ",
        "version that chipward is tested with:",
        "  pip install jax==0.10.2",
    ]


@pytest.mark.usefixtures("bare")
def test_it_fits_into_eighty_columns() -> None:
    assert max(map(len, chipward("doctor").stdout.splitlines())) <= 80


@pytest.mark.usefixtures("bare")
def test_as_json_it_has_the_same_shape_whatever_is_installed() -> None:
    told = json.loads(chipward("doctor", "--json").stdout)
    assert list(told) == [
        "system",
        "processor",
        "python",
        "compiler",
        "gpus",
        "torch",
        "triton",
        "tools",
        "targets",
        "lacks",
        "jax",
    ]
    assert told["jax"]["version"] is None
    assert {each["lack"]["command"] for each in told["jax"]["platforms"]} == {"pip install jax==0.10.2"}
    assert told["torch"] == {"version": None, "cuda": None, "hip": None}
    assert told["triton"] == {"version": None, "wanted": None, "said_by_torch": None, "fits": None}
    assert [target["id"] for target in told["targets"]] == GPUS
    assert told["targets"][0] == {
        "id": "cpu",
        "name": "this machine, x86_64",
        "compile": {"way": "executed", "needs": ["torch"]},
        "eager": {"way": "executed", "needs": ["torch"]},
    }
    assert [(lack["need"], lack["command"]) for lack in told["lacks"]] == [
        ("torch", "pip install torch==2.13.0"),
        ("triton", 'pip install "triton==3.7.1"'),
    ]
    assert all(lack["sentence"].endswith(lack["command"]) for lack in told["lacks"])


def test_it_imports_nothing_of_what_it_looks_at() -> None:
    code = "from chipward.cli import app\ntry: app(['doctor', '--json'])\nexcept SystemExit: pass\n"
    code += "import sys; print({'torch', 'triton', 'jax'} & sys.modules.keys(), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "set()"
    assert json.loads(done.stdout)["targets"]


@pytest.mark.usefixtures("bare")
def test_it_says_why_eager_code_is_not_seen_for_a_target() -> None:
    of_amd = next(line for line in chipward("doctor").stdout.splitlines() if line.startswith("rocm:mi300x"))
    assert of_amd.rstrip().endswith("no dry-run for AMD")


@pytest.mark.usefixtures("bare")
def test_a_jax_that_is_not_tested_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chipward.cli.doctor.jax_version", lambda: "0.9.2")
    assert "Of JAX 0.9.2, which is here, a trace may hold less" in " ".join(chipward("doctor").stdout.split())
