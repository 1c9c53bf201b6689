"""Says of each target that was asked for what of the program it gets nothing of: decided over all its processes."""

from collections.abc import Iterator, Sequence

from chipward.bundle.journal import Journal
from chipward.bundle.spool import Written, read_journals
from chipward.capture.tracers.left import left_for_targets
from chipward.capture.tracers.torch.dry_run.leaving import can_be_stood_in_for
from chipward.capture.tracers.torch.targets.recording import TASK
from chipward.capture.tracers.torch.targets.selections import EXPLAINER, selection_for, served

STAGE = "inductor"

_NOTHING = "Nothing in it was compiled by torch.compile with Inductor, and operators that are called one by one {}."
_DRY_RUN, _NO_DRY_RUN = "need `chipward trace --dry-run`", "are not followed to this GPU"
_NOT_HERE = "PyTorch programs are followed to GPUs of NVIDIA's and AMD's."
_BACKEND = "The backend that torch.compile was given stops before Inductor, which writes the code for a GPU."


def say_what_is_unserved(journal: Journal, targets: Sequence[str], *, dry_run: bool = False) -> None:
    """Tell what is missing of targets. With ``dry_run`` NVIDIA's get what eager code launches."""
    written = read_journals(journal.folder)
    left = set(left_for_targets(written, task=TASK, explainer=EXPLAINER))
    stopped = tuple(_stopped_before(written))
    for process, frame, name in stopped:
        beside = Journal(journal.folder, process=process, part=0)
        for target in served(targets):
            what = f"What {name} becomes on {target}"
            beside.missing(what, _BACKEND, stage=STAGE, unit=frame, selection=selection_for(target))
    for target in targets:
        can_run = can_be_stood_in_for(target)
        if target not in served(targets):
            _tell(journal, target, _NOT_HERE)
        elif target not in left and not stopped and not (dry_run and can_run):
            _tell(journal, target, _NOTHING.format(_DRY_RUN if can_run else _NO_DRY_RUN))


def _tell(journal: Journal, target: str, why: str) -> None:
    what = f"What the program's PyTorch code becomes on {target}"
    journal.missing(what, why, stage=STAGE, selection=selection_for(target))


def _stopped_before(written: Sequence[Written]) -> Iterator[tuple[int, str, str]]:
    """The frames that Dynamo made a graph of which Inductor never got: process, unit, name."""
    for each in written:
        graphs = {str(made.get("unit")) for made in each.of("artifact") if made.get("kind") == "fx-graph"}
        tasks = [task.get("facts") for task in each.of("task") if task.get("name") == TASK]
        told = {str(facts.get("unit")) for facts in tasks if isinstance(facts, dict)}
        told |= {str(gone.get("unit")) for gone in each.of("missing") if gone.get("selection")}
        for unit in each.of("unit"):
            frame = str(unit.get("id"))
            if unit.get("kind") == "frame" and frame in graphs and frame not in told:
                yield each.process, frame, str(unit.get("name"))
