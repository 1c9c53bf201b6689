"""Where a reader meets a place of the atlas on the way from code to chip."""

from dataclasses import dataclass

from chipward.dataset.load import Dataset
from chipward.model.explainer import Explainer, Stage
from chipward.model.ids import NodeId
from chipward.model.missing import Missing
from chipward.model.route import path_title, stages_on
from chipward.site.address import path_url, stage_url


@dataclass(frozen=True)
class Meeting:
    """A stage that stands for a tool, in which role, and the paths that pass through it."""

    explainer: Explainer
    stage: Stage
    role: str
    url: str
    paths: tuple[tuple[str, str], ...]  # title, address of the stage on that path


def meetings(dataset: Dataset, node: NodeId) -> tuple[Meeting, ...]:
    """Every stage that stands for this node."""
    return tuple(
        Meeting(explainer, stage, stage.atlas.role, stage_url(explainer, stage), _paths(explainer, stage))
        for explainer in dataset.explainers
        for stage in explainer.stages
        if stage.atlas and stage.atlas.node == node
    )


def stages_written_in(dataset: Dataset, node: NodeId) -> tuple[tuple[Explainer, Stage], ...]:
    """Every stage that is written in this node."""
    return tuple(
        (explainer, stage)
        for explainer in dataset.explainers
        for stage in explainer.stages
        if not isinstance(stage.written_in, Missing) and node in stage.written_in.nodes
    )


def _paths(explainer: Explainer, stage: Stage) -> tuple[tuple[str, str], ...]:
    return tuple(
        (path_title(explainer, path), f"{path_url(explainer, path)}#{stage.id}")
        for path in explainer.paths
        if stage in stages_on(explainer, path)
    )
