"""No two things of a kind have the same id."""

from collections import Counter
from collections.abc import Iterator, Sequence

from chipward.dataset.folder import Dataset, Document
from chipward.dataset.rules.rule import Complaint, Rule
from chipward.model.atlas import Atlas
from chipward.model.target_table import TargetTable
from chipward.model.tpu_table import TpuTable


def _check(dataset: Dataset) -> Iterator[Complaint]:
    for document in dataset.documents:
        for place, ids in _lists(document):
            for name in _twice(ids):
                yield dataset.file_of(document), place, f"has {name!r} more than once; give each its own id"
    for what, names in (
        ("slug", [explainer.slug for explainer in dataset.explainers]),
        ("id", [document.id for document in dataset.documents]),
    ):
        for name in _twice(names):
            for explainer in dataset.explainers:
                if getattr(explainer, what) == name:
                    yield dataset.file_of(explainer), what, f"is {name!r} in another file too; give each its own"


def _lists(document: Document) -> Iterator[tuple[str, Sequence[str]]]:
    yield "citations", [citation.id for citation in document.citations]
    yield "sources", [source.id for source in document.sources]
    if isinstance(document, Atlas):
        yield "nodes", [node.id for node in document.nodes]
        return
    if isinstance(document, TargetTable):
        yield "architectures", document.ids
        return
    if isinstance(document, TpuTable):
        yield "generations", document.ids
        return
    yield "stages", [stage.id for stage in document.stages]
    yield "steps", [step.id for step in document.steps]
    yield "choices", [choice.id for choice in document.choices]
    for at, choice in enumerate(document.choices):
        yield f"choices[{at}].options", [option.id for option in choice.options]


def _twice(names: Sequence[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]


RULE = Rule(
    name="ids-unique",
    reason="A name that means two things leads to one of them by chance.",
    check=_check,
    joint=True,
)
