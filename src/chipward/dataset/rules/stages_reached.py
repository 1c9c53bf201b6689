"""Every stage and every step is on some path, and every stage of a path is reached from its start."""

from collections.abc import Iterator

from chipward.dataset.folder import Dataset
from chipward.dataset.rules.rule import Complaint, Rule
from chipward.model.explainer import Explainer, Path
from chipward.model.ids import step_ends


def _check(dataset: Dataset) -> Iterator[Complaint]:
    for explainer in dataset.explainers:
        file = dataset.file_of(explainer)
        steps = {step for path in explainer.paths for step in path.steps}
        stages = {stage for step in steps for stage in step_ends(step)}
        for at, stage in enumerate(explainer.stages):
            if stage.id not in stages:
                yield file, f"stages[{at}]", f"{stage.id} is on no path; add the steps that reach it, or remove it"
        for at, step in enumerate(explainer.steps):
            if step.id not in steps:
                yield file, f"steps[{at}]", f"{step.id} is on no path; name it in one, or remove it"
        for at, path in enumerate(explainer.paths):
            for stage_id in _unreached(explainer, path):
                yield file, f"paths[{at}].steps", f"never reaches {stage_id} from its start; add the step that does"


def _unreached(explainer: Explainer, path: Path) -> list[str]:
    steps = [explainer.step[step] for step in path.steps if step in explainer.step]
    reached = {steps[0].start} if steps else set()
    while further := {step.end for step in steps if step.start in reached} - reached:
        reached |= further
    return list(dict.fromkeys(step.start for step in steps if step.start not in reached))


RULE = Rule(
    name="stages-reached",
    reason="What no path reaches is never shown, and what is never shown is never read and mended.",
    check=_check,
)
