"""Steps are told in an order in which they can be followed."""

from collections.abc import Iterator

from chipward.dataset.folder import Dataset
from chipward.dataset.rules.rule import Complaint, Rule
from chipward.model.ids import step_ends


def _check(dataset: Dataset) -> Iterator[Complaint]:
    for explainer in dataset.explainers:
        for at, path in enumerate(explainer.paths):
            file = dataset.file_of(explainer)
            reached = {step_ends(path.steps[0])[0]}
            for part, step in enumerate(path.steps):
                start, end = step_ends(step)
                place = f"paths[{at}].steps[{part}]"
                if start not in reached:
                    yield file, place, f"leaves {start} before any step has reached it; tell that step first"
                if step in path.steps[:part]:
                    yield file, place, f"tells {step} a second time; tell it once"
                reached.add(end)


RULE = Rule(
    name="path-order",
    reason="A reader walks a path step by step and cannot leave a place before coming to it.",
    check=_check,
)
