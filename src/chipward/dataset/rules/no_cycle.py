"""A path never returns to where it was."""

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from chipward.dataset.folder import Dataset
from chipward.dataset.rules.rule import Complaint, Rule
from chipward.model.ids import step_ends


def _check(dataset: Dataset) -> Iterator[Complaint]:
    for explainer in dataset.explainers:
        for at, path in enumerate(explainer.paths):
            sorter: TopologicalSorter[str] = TopologicalSorter()
            for step in path.steps:
                start, end = step_ends(step)
                sorter.add(end, start)
            try:
                sorter.prepare()
            except CycleError as cycle:
                around = " → ".join(reversed(cycle.args[1]))
                sentence = f"goes in a circle ({around}); leave out the step that goes back"
                yield dataset.file_of(explainer), f"paths[{at}].steps", sentence


RULE = Rule(
    name="no-cycle",
    reason="Your code reaches the chip, and a path that goes in a circle does not say how.",
    check=_check,
)
