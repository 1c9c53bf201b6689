"""Every place in a document that leans on citations."""

from collections.abc import Iterator, Sequence

from chipward.dataset.folder import Document
from chipward.dataset.target_rows import target_rows
from chipward.model.atlas import Atlas
from chipward.model.explainer import Explainer
from chipward.model.ids import CitationId
from chipward.model.missing import Missing
from chipward.model.target_table import TargetTable
from chipward.model.tpu_table import TpuTable

Cited = tuple[str, Sequence[CitationId]]


def claims(document: Document) -> Iterator[Cited]:
    """Yield each list of citations with its place."""
    if isinstance(document, Atlas):
        return _in_atlas(document)
    return _in_table(document) if isinstance(document, TargetTable | TpuTable) else _in_explainer(document)


def _in_atlas(atlas: Atlas) -> Iterator[Cited]:
    for at, node in enumerate(atlas.nodes):
        if not isinstance(node.written_in, Missing):
            for part, writing in enumerate(node.written_in):
                yield f"nodes[{at}].written_in[{part}].citations", writing.citations


def _in_table(table: TargetTable | TpuTable) -> Iterator[Cited]:
    for place, said in target_rows(table):
        yield f"{place}.citations", said.citations


def _in_explainer(explainer: Explainer) -> Iterator[Cited]:
    for at, stage in enumerate(explainer.stages):
        yield f"stages[{at}].citations", stage.citations
        if not isinstance(stage.written_in, Missing):
            yield f"stages[{at}].written_in.citations", stage.written_in.citations
    for at, step in enumerate(explainer.steps):
        yield f"steps[{at}].citations", step.citations
