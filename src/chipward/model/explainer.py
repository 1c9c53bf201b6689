"""How one framework runs your code: choices, stages, steps and the paths among them.

The models hold facts only. That ids meet their targets, that a path is connected and the like
is checked by ``chipward.dataset.rules``, which can say everything that is wrong at once.
"""

from collections.abc import Mapping
from datetime import date
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from chipward.model.citation import Citation, Source
from chipward.model.frozen import Frozen
from chipward.model.ids import SLUG, ChoiceId, CitationId, ExplainerId, NodeId, OptionId, StageId, StepId, step_id
from chipward.model.layer import Layer
from chipward.model.missing import Missing, Sentence

Version = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,9}\.[0-9]{1,9}\.[0-9]{1,9}$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=60, strip_whitespace=True)]
Cites = Annotated[tuple[CitationId, ...], Field(min_length=1)]


class Option(Frozen):
    """One thing a reader can pick: NVIDIA GPU."""

    id: OptionId
    name: Name


class Choice(Frozen):
    """One question a reader answers: which device?"""

    id: ChoiceId
    name: Name
    options: Annotated[tuple[Option, ...], Field(min_length=1)]


class WrittenIn(Frozen):
    """The languages and tools that a stage is written in, by their places in the atlas."""

    nodes: Annotated[tuple[NodeId, ...], Field(min_length=1)]
    citations: Cites


class AtlasPlace(Frozen):
    """The atlas node that a stage stands for, and in which role: CUDA as the driver is not CUDA C++."""

    node: NodeId
    role: Sentence


class Stage(Frozen):
    """Something your code passes through."""

    id: StageId
    name: Name
    caption: Annotated[str, StringConstraints(min_length=1, max_length=34)]  # under the name in the diagram
    layer: Layer
    summary: Sentence
    takes: Sentence
    gives: Sentence
    written_in: WrittenIn | Missing
    atlas: AtlasPlace | None = None
    closed: bool = False  # what happens inside is not public, so the diagram stops at its edge
    citations: Cites


class Step(Frozen):
    """An arrow: what one stage does to reach the next."""

    start: StageId = Field(alias="from")
    end: StageId = Field(alias="to")
    kind: Annotated[str, StringConstraints(min_length=2, max_length=28)]  # the verb on the arrow: lowers to
    summary: Sentence
    citations: Cites

    @property
    def id(self) -> StepId:
        """The two ends: ``inductor--triton``."""
        return step_id(self.start, self.end)


class Path(Frozen):
    """The steps that one selection takes, in the order in which they are told."""

    selection: Mapping[ChoiceId, OptionId]
    steps: Annotated[tuple[StepId, ...], Field(min_length=1)]

    @property
    def address(self) -> str:
        """The options in the order of the choices: ``compile/nvidia-gpu``."""
        return "/".join(self.selection.values())


class Change(Frozen):
    """A line of an explainer's change log."""

    version: Version
    date: date
    what: Sentence


class Explainer(Frozen):
    """One file of ``data/explainers``: the source of truth for one framework."""

    schema_uri: str = Field(alias="$schema")
    schema_version: Literal[1] = Field(alias="schema")
    id: ExplainerId
    slug: Annotated[str, StringConstraints(pattern=SLUG, max_length=64)]  # in addresses: pytorch
    framework: Name
    version: Version
    checked: date
    license: Literal["CC-BY-4.0"]
    title: Sentence
    summary: Sentence
    choices: Annotated[tuple[Choice, ...], Field(min_length=1)]
    stages: tuple[Stage, ...]
    steps: tuple[Step, ...]
    paths: Annotated[tuple[Path, ...], Field(min_length=1)]
    limits: tuple[Missing, ...]
    sources: tuple[Source, ...]
    citations: tuple[Citation, ...]
    retired: Mapping[str, str | None] = Field(default_factory=dict)  # ids once used, and what took their place
    changes: Annotated[tuple[Change, ...], Field(min_length=1)]

    @cached_property
    def stage(self) -> Mapping[StageId, Stage]:
        """Stages by id."""
        return {stage.id: stage for stage in self.stages}

    @cached_property
    def step(self) -> Mapping[StepId, Step]:
        """Steps by id."""
        return {step.id: step for step in self.steps}

    @cached_property
    def citation(self) -> Mapping[CitationId, Citation]:
        """Citations by id."""
        return {citation.id: citation for citation in self.citations}

    @cached_property
    def source(self) -> Mapping[str, Source]:
        """Sources by id."""
        return {source.id: source for source in self.sources}
