"""Every place in a document that leans on citations."""

from collections.abc import Iterator, Sequence

from chipward.dataset.folder import Document
from chipward.model.atlas import Atlas
from chipward.model.ids import CitationId
from chipward.model.missing import Missing


def claims(document: Document) -> Iterator[tuple[str, Sequence[CitationId]]]:
    """Yield each list of citations with its place."""
    if isinstance(document, Atlas):
        for at, node in enumerate(document.nodes):
            if not isinstance(node.written_in, Missing):
                for part, writing in enumerate(node.written_in):
                    yield f"nodes[{at}].written_in[{part}].citations", writing.citations
        return
    for at, stage in enumerate(document.stages):
        yield f"stages[{at}].citations", stage.citations
        if not isinstance(stage.written_in, Missing):
            yield f"stages[{at}].written_in.citations", stage.written_in.citations
    for at, step in enumerate(document.steps):
        yield f"steps[{at}].citations", step.citations
