"""An id that was published once keeps its meaning, or is retired for good."""

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from chipward.dataset.folder import Dataset
from chipward.dataset.published import ids_in
from chipward.dataset.rules.rule import Complaint, Rule


def _check(dataset: Dataset) -> Iterator[Complaint]:
    for document in dataset.documents:
        file = dataset.file_of(document)
        used = set(ids_in(document))
        published = dataset.lock.files.get(document.id)
        for gone in published.ids if published else ():
            if gone not in used and gone not in document.retired:
                yield file, "retired", f"does not name {gone}, which is gone; add it, with what took its place or null"
        for old, new in document.retired.items():
            if old in used:
                yield file, "retired", f"names {old}, which is in use; give the new thing another id"
            if new is not None and new not in used and new not in document.retired:
                yield file, "retired", f"sends {old} to {new}, which does not exist; name what took its place, or null"
        try:
            TopologicalSorter({old: [new] for old, new in document.retired.items() if new}).prepare()
        except CycleError as cycle:
            around = " → ".join(cycle.args[1])
            yield file, "retired", f"leads in a circle ({around}); name what took the place in the end, or null"


RULE = Rule(
    name="ids-lasting",
    reason="Links and notes that others have made to an id must not come to mean something else.",
    check=_check,
)
