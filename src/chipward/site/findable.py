"""What a reader can search for: stages, steps, tools and quotes."""

from collections.abc import Iterator
from dataclasses import dataclass

from chipward.dataset.load import Dataset
from chipward.site.address import node_url, stage_url, step_url
from chipward.site.claims import all_quotes

KINDS = {"stage": "Stages", "step": "Steps", "tool": "Tools and languages", "quote": "Quotes"}


@dataclass(frozen=True)
class Findable:
    """One entry of the search index."""

    kind: str  # a key of KINDS
    name: str
    where: str  # PyTorch, Atlas
    text: str
    url: str


def findable(dataset: Dataset) -> Iterator[Findable]:
    """Every entry, in the order in which a page lists them."""
    for explainer in dataset.explainers:
        for stage in explainer.stages:
            yield Findable("stage", stage.name, explainer.framework, stage.summary, stage_url(explainer, stage))
    for explainer in dataset.explainers:
        for step in explainer.steps:
            ends = f"{explainer.stage[step.start].name} {step.kind} {explainer.stage[step.end].name}"
            yield Findable("step", ends, explainer.framework, step.summary, step_url(explainer, step))
    for node in dataset.atlas.nodes:
        yield Findable("tool", node.name, "Atlas", node.summary, node_url(node.id))
    for quote in all_quotes(dataset):
        subject = quote.claims[0].subject if quote.claims else quote.source.title
        yield Findable("quote", subject, quote.collection, quote.citation.exact, f"/evidence/#{quote.anchor}")
