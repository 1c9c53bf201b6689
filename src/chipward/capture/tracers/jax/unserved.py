"""Says of each target that was asked for if the program's JAX code brings it nothing: decided over all processes."""

from collections.abc import Sequence

from chipward.bundle.journal import Journal
from chipward.bundle.spool import read_journals
from chipward.capture.tracers.jax.recorded import TASK
from chipward.capture.tracers.jax.selections import EXPLAINER, JIT, selection_for, served
from chipward.capture.tracers.left import left_for_targets

_NOT_HERE = "JAX programs are followed to NVIDIA's GPUs and to TPUs."
_NOTHING = "JAX compiled nothing in it that could be followed."


def say_what_is_unserved(journal: Journal, targets: Sequence[str]) -> None:
    """Tell what is missing of targets."""
    left = set(left_for_targets(read_journals(journal.folder), task=TASK, explainer=EXPLAINER))
    for target in targets:
        if target not in served(targets):
            _tell(journal, target, _NOT_HERE)
        elif target not in left:
            _tell(journal, target, _NOTHING)


def _tell(journal: Journal, target: str, why: str) -> None:
    what = f"What the program's JAX code becomes on {target}"
    journal.missing(what, why, stage="xla", selection=selection_for(JIT, target))
