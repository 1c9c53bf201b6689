"""Every Python process of a program is watched, however it is started, and each keeps its own journal."""

import sys
import time

import pytest
from programs import WAIT, Place

FORK = """
import os, torch
torch.op("parent")
if not os.fork():
    torch.op("child")
    os._exit(0)
os.wait()
torch.op("parent-later")
"""

LATE = """
import os
if not os.fork():
    import torch
    torch.op("child")
    os._exit(0)
os.wait()
import torch
torch.op("parent")
"""

MULTIPROCESSING = """
import multiprocessing, sys, torch

def work(number):
    torch.op(f"work-{number}")
    return number * number

if __name__ == "__main__":
    torch.op("parent")
    with multiprocessing.get_context(sys.argv[1]).Pool(1) as pool:
        print(pool.map(work, [2, 3]))
"""

SUBPROCESS = """
import os, subprocess, sys
code = "import torch; torch.op('child')"
{change}
subprocess.run([sys.executable, "-c", code], env={environment}, check=True)
"""

START = "import subprocess, sys; subprocess.run([sys.executable, *sys.argv[1:]], check=True)"

ENVIRONMENTS = {
    "inherited": ("", "None"),
    "a copy": ("", "dict(os.environ)"),
    "one with another path": ("", "os.environ | {'PYTHONPATH': os.environ['PYTHONPATH'] + ':/nowhere'}"),
    "a changed one": ("os.environ['PYTHONPATH'] += ':/nowhere'", "None"),
}


def units(place: Place) -> dict[str, int]:
    with place.bundle() as bundle:
        assert bundle.trace.outcome.note is None
        return {unit.id: unit.process for unit in bundle.trace.units}


def test_a_forked_child_is_watched(place: Place) -> None:
    assert place.traced(place.write(FORK)).returncode == 0
    assert units(place) == {"parent": 0, "parent-later": 0, "p1.child": 1}
    with place.bundle() as bundle:
        assert bundle.trace.outcome.processes == 2


def test_the_program_is_number_0_even_if_its_child_imports_first(place: Place) -> None:
    assert place.traced(place.write(LATE)).returncode == 0
    assert units(place) == {"parent": 0, "p1.child": 1}


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_workers_of_multiprocessing_are_watched(place: Place, method: str) -> None:
    done = place.traced(place.write(MULTIPROCESSING), method)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"[4, 9]\n", b"")
    found = units(place)
    assert found.pop("parent") == 0
    assert sorted(name.partition(".")[2] for name in found) == ["work-2", "work-3"]
    assert all(found.values())


@pytest.mark.parametrize(("change", "environment"), ENVIRONMENTS.values(), ids=ENVIRONMENTS)
def test_python_started_by_subprocess_is_watched(place: Place, change: str, environment: str) -> None:
    done = place.traced(place.write(SUBPROCESS.format(change=change, environment=environment)))
    assert (done.returncode, done.stderr) == (0, b"")
    assert units(place) == {"p1.child": 1}


@pytest.mark.parametrize("change", ["", "import os; os.environ['PYTHONPATH'] += ':/nowhere'"])
@pytest.mark.parametrize("way", ["close_fds=False", "env={**os.environ, 'MORE': '1'}, close_fds=False"])
def test_python_started_by_posix_spawn_is_watched(place: Place, change: str, way: str) -> None:
    code = f"{change}\nimport os, subprocess, sys\nsubprocess.run([sys.executable, 'child.py'], {way}, check=True)"
    place.write("import os, torch; torch.op('child'); print(os.environ.get('PYTHONPATH'))", "child.py")
    name = place.write(code)
    assert place.traced(name).stdout == place.bare(name).stdout
    assert units(place) == {"p1.child": 1}


def test_python_started_by_a_shell_is_watched(place: Place) -> None:
    place.write("import torch; torch.op('child')", "child.py")
    place.traced(place.write(f"import os\nos.system('{sys.executable} child.py')"))
    assert units(place) == {"p1.child": 1}


def test_a_program_that_replaces_itself_goes_on_being_watched(place: Place) -> None:
    place.write("import torch; torch.op('second')", "second.py")
    name = place.write(
        "import os, sys, torch\ntorch.op('first')\nos.execv(sys.executable, [sys.executable, 'second.py'])"
    )
    assert place.traced(name).returncode == 0
    assert units(place) == {"first": 0, "p1.second": 1}


def test_pytorchs_own_compile_workers_are_left_alone(place: Place) -> None:
    place.write("import torch; torch.op('never')", "torch/_inductor/compile_worker/__main__.py")
    assert place.traced(place.write(START), "torch/_inductor/compile_worker/__main__.py").returncode == 0
    assert units(place) == {}


def test_threads_write_into_one_journal(place: Place) -> None:
    code = """
import threading, torch
threads = [threading.Thread(target=torch.op, args=(f"op-{n}",)) for n in range(20)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
"""
    assert place.traced(place.write(code)).returncode == 0
    assert set(units(place)) == {f"op-{number}" for number in range(20)}


def test_a_chipward_in_a_traced_program_traces_its_own(place: Place) -> None:
    place.write("import torch; torch.op('inner')", "inner.py")
    assert place.traced(place.write(START), "-m", "chipward", "trace", "-q", "inner.py").returncode == 0
    assert units(place) == {}
    place.out = "inner.chipward"
    assert units(place) == {"inner": 0}


OUTLIVES = """
import os, subprocess, sys, time, torch
torch.op("in-time")
if not os.fork():
    os.setsid()
    os.close(1)
    os.close(2)
    while not os.path.exists("over"):
        time.sleep(0.05)
    torch.op("too-late")
    subprocess.run([sys.executable, "-c", "import torch; torch.op('too-late')"])
    os.rename("over", "seen")
    os._exit(0)
"""


def test_a_process_that_outlives_the_run_brings_nothing_back(place: Place) -> None:
    assert place.traced(place.write(OUTLIVES)).returncode == 0
    assert units(place) == {"in-time": 0}
    (place.folder / "over").touch()
    until = time.monotonic() + WAIT
    while not (place.folder / "seen").exists():
        assert time.monotonic() < until
        time.sleep(0.05)
    assert not place.spool.exists()


def test_a_run_repeated_writes_the_same_bytes_but_for_times(place: Place) -> None:
    name = place.write(FORK)
    told = []
    for _ in range(2):
        place.traced(name)
        with place.bundle() as bundle:
            unchanged = bundle.trace.outcome.model_copy(update={"started": None, "seconds": None})
            told.append(bundle.trace.model_copy(update={"outcome": unchanged}).model_dump_json())
    assert told[0] == told[1]


def test_a_python_without_site_is_not_watched_and_runs(place: Place) -> None:
    assert place.traced(place.write(START), "-I", "-c", "print(1)").stdout == b"1\n"
    assert units(place) == {}
