"""Programs whose graphs are recorded for targets, and the after-work of a target without the rest."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from chipward.bundle.read import Bundle
from chipward.bundle.spool import Task, tasks
from chipward.capture.worker import DONE

SECONDS = 900  # compilers on a busy machine
RECORD = """
import sys
from pathlib import Path
from chipward.capture.entry import Entry
from chipward.capture.options import Options
from chipward.capture.output import Spool
from chipward.capture.run import run
targets, program, *arguments = sys.argv[1:]
options = Options(targets=tuple(targets.split(",")))
ended = run(Entry(program, tuple(arguments)), Spool.for_run(Path("run.chipward")), options)
sys.exit(ended.exit_code)
"""


def record(folder: Path, program: Path, *arguments: str, targets: Sequence[str]) -> tuple[Path, str]:
    """Run a program while its graphs are recorded. Returns the folder of the recording and what the program printed."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-c", RECORD, ",".join(targets), str(program), *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    return folder / "run.chipward.part", done.stdout


def work(
    spool: Path, room: str, done: Sequence[Task] = (), *, only: Callable[[Task], bool] = lambda _task: True
) -> list[Task]:
    """Have a worker do what was left for a room, as the after-work would. Returns the tasks that it did."""
    todo = [task for task in tasks(spool, done) if task.room == room and only(task)]
    orders = "".join(json.dumps(asdict(task)) + "\n" for task in todo)
    command = [sys.executable, "-P", "-m", "chipward.capture.worker", str(spool)]
    ended = subprocess.run(command, input=orders, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert ended.stdout == f"{DONE}\n" * len(todo), ended.stderr[-4000:]
    return todo


def bare(folder: Path, program: Path, *arguments: str) -> str:
    """Run a program without chipward, with an Inductor cache of its own. Returns what it printed."""
    environment = os.environ | {"TORCHINDUCTOR_CACHE_DIR": str(folder / "bare-cache")}
    command = [sys.executable, str(program), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True, env=environment)
    return done.stdout


def texts(bundle: Bundle, name: str) -> dict[str, str]:
    """The texts of artifacts of a name, by their units."""
    found = [artifact for artifact in bundle.trace.artifacts if artifact.id.rpartition("/")[2] == name]
    return {artifact.unit: bundle.text(artifact.id) for artifact in found}
