"""The id of a target says whose driver it is about, and the id of an architecture is that of its GPU."""

from collections.abc import Iterator

from chipward.dataset.folder import TARGETS, Dataset
from chipward.dataset.rules.rule import Complaint, Rule
from chipward.model.target import Backend


def _check(dataset: Dataset) -> Iterator[Complaint]:
    table = dataset.targets
    if table is None:
        return
    for at, gpu in enumerate(table.gpus):
        if not gpu.id.startswith(f"{gpu.backend}:"):
            yield TARGETS, f"gpus[{at}].id", f"is {gpu.id!r} of the backend {gpu.backend}; begin it with {gpu.backend}:"
        family = "sm_" if gpu.backend is Backend.CUDA else "gfx"
        if not gpu.arch.value.startswith(family):
            sentence = f"is {gpu.arch.value!r} of the backend {gpu.backend}; name one that begins with {family}"
            yield TARGETS, f"gpus[{at}].arch.value", sentence
    for at, architecture in enumerate(table.architectures):
        stands_for = table.gpu.get(architecture.figures_of)
        if stands_for and architecture.id != (right := f"{stands_for.backend}:{stands_for.arch.value}"):
            sentence = f"is {architecture.id!r}, but {stands_for.id} is of {right}; name a GPU of that architecture"
            yield TARGETS, f"architectures[{at}].figures_of", sentence


RULE = Rule(
    name="targets-named",
    reason="A target is chosen by its name alone, so the name must say what machine code comes out.",
    check=_check,
    joint=True,
)
