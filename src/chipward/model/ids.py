"""The kinds of identifier. Each is a slug, so that it can stand in a URL and a file name as it is."""

from typing import Annotated, NewType

from pydantic import StringConstraints

SLUG = r"^[a-z0-9]+(?:-[a-z0-9]+)*$"

_Slug = Annotated[str, StringConstraints(pattern=SLUG, max_length=64)]

ExplainerId = NewType("ExplainerId", _Slug)  # how-pytorch-runs
StageId = NewType("StageId", _Slug)  # inductor
ChoiceId = NewType("ChoiceId", _Slug)  # device
OptionId = NewType("OptionId", _Slug)  # nvidia-gpu
NodeId = NewType("NodeId", _Slug)  # triton, a place in the atlas
CitationId = NewType("CitationId", _Slug)  # inductor-fuses
SourceId = NewType("SourceId", _Slug)  # torch-inductor-scheduler

# A step is named by its two ends, so its id cannot disagree with them.
StepId = NewType("StepId", Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]+--[a-z0-9-]+$", max_length=130)])


def step_id(start: StageId, end: StageId) -> StepId:
    """Name the step between two stages: ``inductor--triton``."""
    return StepId(f"{start}--{end}")


def step_ends(step: StepId) -> tuple[StageId, StageId]:
    """Return the two stages that a step's id names."""
    start, _, end = step.partition("--")
    return StageId(start), StageId(end)
