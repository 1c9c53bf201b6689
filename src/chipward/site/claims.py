"""Every quote of the data, with the claims that it carries and what its last check found."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from chipward.dataset.evidence import evidence_for
from chipward.dataset.folder import Document
from chipward.dataset.load import Dataset
from chipward.model.atlas import Atlas
from chipward.model.citation import Citation, Source
from chipward.model.evidence import Evidence
from chipward.model.explainer import Explainer
from chipward.model.ids import CitationId
from chipward.model.missing import Missing
from chipward.model.target_table import TargetTable
from chipward.model.tpu_table import TpuTable
from chipward.site.address import node_url, quote_anchor, stage_url, step_url, target_url
from chipward.site.figures import FIGURES, TPU_FIGURES

ATLAS_NAME, TARGETS_NAME, TPUS_NAME = "Atlas", "Targets", "TPUs"


@dataclass(frozen=True)
class Claim:
    """One thing a quote is cited for, and where a reader finds it."""

    subject: str  # "TorchInductor", "TorchInductor → Triton"
    what: str  # "stage", "step", "written in", "figure"
    url: str


@dataclass(frozen=True)
class Quote:
    """One quote, in one data file."""

    file_id: str  # how-pytorch-runs, lineage
    collection: str  # PyTorch, Atlas
    slug: str  # pytorch, atlas
    citation: Citation
    source: Source
    evidence: Evidence | None
    claims: tuple[Claim, ...]

    @property
    def anchor(self) -> str:
        """Where the evidence page shows it."""
        return quote_anchor(self.file_id, self.citation)


def all_quotes(dataset: Dataset) -> tuple[Quote, ...]:
    """Every quote, explainer by explainer, then of the atlas and of the targets, in the order of the data."""
    quotes: list[Quote] = []
    for explainer in dataset.explainers:
        claims = _group(_explainer_claims(explainer))
        quotes += _quotes(dataset, explainer, explainer.framework, explainer.slug, claims)
    quotes += _quotes(dataset, dataset.atlas, ATLAS_NAME, "atlas", _group(_atlas_claims(dataset.atlas)))
    if dataset.targets:
        quotes += _quotes(dataset, dataset.targets, TARGETS_NAME, "targets", _group(_target_claims(dataset.targets)))
    if dataset.tpus:
        quotes += _quotes(dataset, dataset.tpus, TPUS_NAME, "tpus", _group(_tpu_claims(dataset.tpus)))
    return tuple(quotes)


def _quotes(
    dataset: Dataset,
    file: Document,
    collection: str,
    slug: str,
    claims: Mapping[CitationId, tuple[Claim, ...]],
) -> Iterator[Quote]:
    for citation in file.citations:
        yield Quote(
            file_id=file.id,
            collection=collection,
            slug=slug,
            citation=citation,
            source=file.source[citation.source],
            evidence=evidence_for(dataset, file.id, citation),
            claims=claims.get(citation.id, ()),
        )


def _explainer_claims(explainer: Explainer) -> Iterator[tuple[CitationId, Claim]]:
    for stage in explainer.stages:
        url = stage_url(explainer, stage)
        for citation in stage.citations:
            yield citation, Claim(stage.name, "stage", url)
        if not isinstance(stage.written_in, Missing):
            for citation in stage.written_in.citations:
                yield citation, Claim(stage.name, "written in", url)
    for step in explainer.steps:
        ends = f"{explainer.stage[step.start].name} → {explainer.stage[step.end].name}"
        for citation in step.citations:
            yield citation, Claim(ends, "step", step_url(explainer, step))


def _atlas_claims(atlas: Atlas) -> Iterator[tuple[CitationId, Claim]]:
    for node in atlas.nodes:
        if not isinstance(node.written_in, Missing):
            for writing in node.written_in:
                for citation in writing.citations:
                    subject = f"{node.name} → {atlas.node[writing.node].name}"
                    yield citation, Claim(subject, "written in", node_url(node.id))


def _target_claims(table: TargetTable) -> Iterator[tuple[CitationId, Claim]]:
    for gpu in table.gpus:
        for key, said in gpu.said.items():
            for citation in said.citations:
                yield citation, Claim(f"{gpu.id}: {FIGURES[key]}", "figure", target_url(gpu.id))


def _tpu_claims(table: TpuTable) -> Iterator[tuple[CitationId, Claim]]:
    for generation in table.generations:
        for key, said in generation.said.items():
            for citation in said.citations:
                yield citation, Claim(f"{generation.id}: {TPU_FIGURES[key]}", "figure", target_url(generation.id))


def _group(claims: Iterator[tuple[CitationId, Claim]]) -> Mapping[CitationId, tuple[Claim, ...]]:
    grouped: dict[CitationId, tuple[Claim, ...]] = defaultdict(tuple)
    for citation, claim in claims:
        if claim not in grouped[citation]:
            grouped[citation] += (claim,)
    return grouped
