"""Leaves a dry run for after the program has ended."""

from collections.abc import Sequence
from pathlib import Path

from chipward.bundle.journal import Journal
from chipward.capture.options import slug
from chipward.capture.tracers.torch.eager.run import Run
from chipward.capture.tracers.torch.targets.selections import selection_for

TASK = "torch-dry-run"
STAGE = "cuda-kernels"


def can_be_stood_in_for(target: str) -> bool:
    """Whether there is a stand-in for a target: NVIDIA's have one."""
    return target.startswith("cuda:")


def leave_dry_run(journal: Journal, target: str, command: Sequence[str], seconds: float) -> None:
    """Leave it for the process that does the after-work; `seconds` is how long the program took."""
    journal.task(
        TASK,
        target=target,
        command=list(command),
        directory=str(Path.cwd()),
        seconds=seconds,
        what=f"The kernels that eager code launches on {target}",
        stage=STAGE,
        selection=run_on(target).selection,
    )


def run_on(target: str) -> Run:
    """How what is seen in a dry run is filed."""
    path = selection_for(target, mode="eager")
    return Run(f"{slug(target)}-eager", f"Operators called one by one on {target}", path, "dry-run")
