"""The same promises with the real PyTorch: what a program prints, what its processes leave, what a block sees."""

from pathlib import Path

import pytest
from programs import Place

pytestmark = pytest.mark.slow

STEP = """
import torch

@torch.compile(backend="{backend}")
def step(x):
    return (x.sin() + 1).sum()

x = torch.arange(8.0, requires_grad=True)
y = step(x)
y.backward()
print(y.item().hex(), x.grad.sum().item().hex(), torch.__version__)
raise SystemExit(3)
"""

SPAWN = """
import torch
import torch.multiprocessing as multiprocessing

def work(number):
    print(torch.full((2,), number).sum().item(), flush=True)

if __name__ == "__main__":
    multiprocessing.spawn(work, nprocs=1)
"""

BLOCK = """
import torch, chipward

def double(x):
    return x * 2

x = torch.ones(3)
with chipward.trace("run.chipward", quiet=True):
    print(torch.compile(double, backend="eager")(x).sum().item())
"""


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.mark.parametrize("backend", ["eager", "inductor"])
def test_a_compiled_step_computes_and_prints_the_same_bits(place: Place, backend: str) -> None:
    name = place.write(STEP.format(backend=backend))
    bare, traced = place.bare(name), place.traced(name, options=("--quiet", "--no-after-work"))
    assert (traced.returncode, traced.stdout, traced.stderr) == (bare.returncode, bare.stdout, bare.stderr)
    assert traced.returncode == 3
    with place.bundle() as bundle:
        kinds = {artifact.kind for artifact in bundle.trace.artifacts}
        assert {"python-source", "python-bytecode", "fx-graph"} <= kinds
        assert ("cpp-kernel" in kinds) == (backend == "inductor")
        assert bundle.trace.environment.packages["torch"] == traced.stdout.split()[-1].decode()


def test_a_spawned_worker_leaves_its_own_units(place: Place) -> None:
    done = place.traced(place.write(SPAWN), options=("--quiet", "--no-after-work"))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"0\n", b"")
    with place.bundle() as bundle:
        assert bundle.trace.outcome.processes == 2
        assert {unit.process for unit in bundle.trace.units} >= {1}


def test_a_block_sees_a_framework_that_was_there_before_it(place: Place) -> None:
    done = place.bare(place.write(BLOCK))
    assert (done.returncode, done.stdout) == (0, b"6.0\n")
    assert "Traceback" not in done.stderr.decode()
    with place.bundle() as bundle:
        assert "fx-graph" in {artifact.kind for artifact in bundle.trace.artifacts}
    assert not place.spool.exists()


CELL = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell()
shell.run_cell("%load_ext chipward\\nimport torch")
shell.run_cell("%%chipward -o run.chipward --quiet --no-after-work\\nx = torch.ones(3)\\ny = x + x")
shell.history_manager.end_session()
"""


def test_a_cell_is_kept_with_what_its_lines_called(place: Place) -> None:
    place.environment["IPYTHONDIR"] = str(place.folder)
    assert place.bare(place.write(CELL)).stderr == b""
    with place.bundle() as bundle:
        kept = {artifact.kind: artifact.id for artifact in bundle.trace.artifacts}
        assert bundle.text(kept["python-source"]) == "x = torch.ones(3)\ny = x + x\n"
        assert "aten::add" in bundle.text(kept["eager-ops"])
