"""What a reader can search for: stages, steps, tools, traces and quotes."""

from collections.abc import Iterator
from dataclasses import dataclass

from chipward.site.address import node_url, stage_url, step_url
from chipward.site.claims import all_quotes
from chipward.site.site import Site
from chipward.site.traces.about import about
from chipward.site.traces.address import trace_url
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.naming import heading_of, title_of
from chipward.site.traces.rail import courses
from chipward.site.traces.shown import visible

KINDS = {
    "stage": "Stages",
    "step": "Steps",
    "tool": "Tools and languages",
    "trace": "Traces",
    "quote": "Quotes",
}


@dataclass(frozen=True)
class Findable:
    """One entry of the search index."""

    kind: str  # a key of KINDS
    name: str
    where: str  # PyTorch, Atlas, torch.compile · CPU
    text: str
    url: str


def findable(site: Site) -> Iterator[Findable]:
    """Every entry, in the order in which a page lists them."""
    dataset = site.dataset
    for explainer in dataset.explainers:
        for stage in explainer.stages:
            yield Findable("stage", stage.name, explainer.framework, stage.summary, stage_url(explainer, stage))
    for explainer in dataset.explainers:
        for step in explainer.steps:
            ends = f"{explainer.stage[step.start].name} {step.kind} {explainer.stage[step.end].name}"
            yield Findable("step", ends, explainer.framework, step.summary, step_url(explainer, step))
    for node in dataset.atlas.nodes:
        yield Findable("tool", node.name, "Atlas", node.summary, node_url(node.id))
    for exhibit in site.traces:
        yield _trace(site, exhibit)
    for quote in all_quotes(dataset):
        subject = quote.claims[0].subject if quote.claims else quote.source.title
        yield Findable("quote", subject, quote.collection, quote.citation.exact, f"/evidence/#{quote.anchor}")


def _trace(site: Site, exhibit: Exhibit) -> Findable:
    """A trace is found by its program, by what the program says of itself, and by what was found in the run."""
    trace = exhibit.trace
    paths = ", ".join(dict.fromkeys(course.title for course in courses(trace, site.dataset)))
    headings = ", ".join(dict.fromkeys(heading_of(finding.kind) for finding in trace.findings))
    said = " ".join(filter(None, (about(exhibit), headings and f"Findings: {headings}.")))
    return Findable(
        kind="trace",
        name=visible(title_of(trace)),
        where=visible(f"{paths}, your run" if exhibit.yours else paths),
        text=visible(said),
        url=trace_url(exhibit.slug),
    )
