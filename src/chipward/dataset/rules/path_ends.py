"""A path starts at your code and ends at a chip."""

from collections.abc import Iterator

from chipward.dataset.folder import Dataset
from chipward.dataset.rules.rule import Complaint, Rule
from chipward.model.explainer import Explainer, Path
from chipward.model.layer import Layer


def _check(dataset: Dataset) -> Iterator[Complaint]:
    for explainer in dataset.explainers:
        for at, path in enumerate(explainer.paths):
            for sentence in _faults(explainer, path):
                yield dataset.file_of(explainer), f"paths[{at}].steps", sentence


def _faults(explainer: Explainer, path: Path) -> Iterator[str]:
    steps = [explainer.step[step] for step in path.steps if step in explainer.step]
    stages = dict.fromkeys(end for step in steps for end in (step.start, step.end) if end in explainer.stage)
    starts = [stage for stage in stages if stage not in {step.end for step in steps}]
    ends = [stage for stage in stages if stage not in {step.start for step in steps}]
    if len(starts) > 1:
        yield f"starts at {' and '.join(starts)}; let it start at one stage of your code"
    for stage in starts:
        if explainer.stage[stage].layer is not Layer.YOUR_CODE:
            yield f"starts at {stage}, which is not in the layer {Layer.YOUR_CODE}; let it start at your code"
    for stage in ends:
        if explainer.stage[stage].layer is not Layer.CHIP:
            yield f"ends at {stage}, which is not in the layer {Layer.CHIP}; add the step that goes on from there"
    for stage in stages:
        if explainer.stage[stage].layer is Layer.CHIP and stage not in ends:
            yield f"goes on from the chip {stage}; let it end there"


RULE = Rule(
    name="path-ends",
    reason="The question is what happens between your code and the chip, and half an answer looks like a whole one.",
    check=_check,
)
