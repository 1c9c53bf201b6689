"""Programs that have a GPU of this machine, as good as it can be without one, and the after-work that they leave."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from chipward.bundle.spool import Task, tasks
from chipward.capture.crew import Crew

HERE = Path(__file__).parent
SECONDS = 900  # compilers on a busy machine
RECORD = """
import sys
from pathlib import Path
from chipward.capture.entry import Entry
from chipward.capture.options import Options
from chipward.capture.output import Spool
from chipward.capture.run import run
targets, program, *arguments = sys.argv[1:]
options = Options(targets=tuple(filter(None, targets.split(","))))
sys.exit(run(Entry(program, tuple(arguments)), Spool.for_run(Path("run.chipward")), options).exit_code)
"""


def recorded(folder: Path, *arguments: str, program: str = "on_both.py", target: str = "") -> tuple[Path, str]:
    """Run a program. Returns the folder of its recording, and what it printed."""
    command = [sys.executable, "-c", RECORD, target, str(HERE / "programs" / program), *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    return folder / "run.chipward.part", done.stdout


def left(spool: Path, name: str, *, of: str = "") -> list[Task]:
    """The tasks of a name that were left of a kernel or a frame."""
    return [task for task in tasks(spool) if task.name == name and of in str(task.facts["what"])]


def do(spool: Path, todo: Sequence[Task]) -> None:
    """Do tasks as the after-work does."""
    crew = Crew(spool)
    crew.take_on(todo)
    assert len(list(crew.work())) == len(todo)
    crew.leave()


def noted_otherwise(task: Task, **changes: Any) -> Task:
    """The task of a kernel, as if the program had noted something else of its first candidate."""
    facts: dict[str, Any] = json.loads(json.dumps(task.facts))
    first, *rest = facts["given"]["candidates"]
    facts["given"]["candidates"] = [{**first, **changes}, *rest]
    return replace(task, facts=facts)
