"""Every name leads somewhere, within a file and between files."""

from collections.abc import Collection, Iterator
from difflib import get_close_matches

from chipward.dataset.claims import claims
from chipward.dataset.folder import Dataset, Document
from chipward.dataset.rules.rule import Complaint, Rule
from chipward.model.atlas import Atlas
from chipward.model.explainer import Explainer
from chipward.model.missing import Missing
from chipward.model.target_table import TargetTable
from chipward.model.tpu_table import TpuTable

# Place, what the name should be, the name, and the names that there are.
Link = tuple[str, str, str, Collection[str]]


def _check(dataset: Dataset) -> Iterator[Complaint]:
    for document in dataset.documents:
        file = dataset.file_of(document)
        schema = f"../schema/{_schema_of(document)}.json"
        if document.schema_uri != schema:
            yield file, "$schema", f"is {document.schema_uri!r}; write {schema!r}, so that editors find the schema"
        for place, what, name, there in _links(document, dataset):
            if name not in there:
                near = get_close_matches(name, there, n=1)
                hint = f" (did you mean {near[0]!r}?)" if near else ""
                yield file, place, f"names the {what} {name!r}, which does not exist{hint}; correct it or add it"


def _schema_of(document: Document) -> str:
    for kind, name in ((Atlas, "atlas"), (TargetTable, "targets"), (TpuTable, "tpus")):
        if isinstance(document, kind):
            return name
    return "explainer"


def _links(document: Document, dataset: Dataset) -> Iterator[Link]:
    for place, citations in claims(document):
        for at, name in enumerate(citations):
            yield f"{place}[{at}]", "citation", name, document.citation
    for at, citation in enumerate(document.citations):
        yield f"citations[{at}].source", "source", citation.source, document.source
    if isinstance(document, Atlas):
        yield from _links_within(document)
    elif isinstance(document, TargetTable):
        for at, architecture in enumerate(document.architectures):
            yield f"architectures[{at}].figures_of", "GPU", architecture.figures_of, document.gpu
    elif isinstance(document, Explainer):
        yield from _links_to(dataset.atlas, document)
        yield from _links_on_paths(document)


def _links_within(atlas: Atlas) -> Iterator[Link]:
    for at, node in enumerate(atlas.nodes):
        for part, writing in enumerate(() if isinstance(node.written_in, Missing) else node.written_in):
            yield f"nodes[{at}].written_in[{part}].node", "node", writing.node, atlas.node


def _links_to(atlas: Atlas, explainer: Explainer) -> Iterator[Link]:
    for at, stage in enumerate(explainer.stages):
        if stage.atlas:
            yield f"stages[{at}].atlas.node", "atlas node", stage.atlas.node, atlas.node
        for part, name in enumerate(() if isinstance(stage.written_in, Missing) else stage.written_in.nodes):
            yield f"stages[{at}].written_in.nodes[{part}]", "atlas node", name, atlas.node


def _links_on_paths(explainer: Explainer) -> Iterator[Link]:
    for at, step in enumerate(explainer.steps):
        yield f"steps[{at}].from", "stage", step.start, explainer.stage
        yield f"steps[{at}].to", "stage", step.end, explainer.stage
    for at, path in enumerate(explainer.paths):
        for part, name in enumerate(path.steps):
            yield f"paths[{at}].steps[{part}]", "step", name, explainer.step


RULE = Rule(
    name="links",
    reason="A name that leads nowhere is a claim about something that is not there.",
    check=_check,
    joint=True,
)
