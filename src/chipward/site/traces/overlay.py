"""Where the two halves meet: for each documented stage, the traces that observed it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from chipward.artifacts.kinds import kind_of
from chipward.dataset.folder import Dataset
from chipward.model.artifact import Artifact, UnitId
from chipward.model.ids import ExplainerId, StageId
from chipward.model.layer import Layer
from chipward.site.traces.address import trace_url
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.homes import Home, home_of
from chipward.site.traces.naming import title_of
from chipward.site.traces.rail import Course, belongs, courses


@dataclass(frozen=True)
class Sighting:
    """A trace that holds something of a stage."""

    words: str  # what it wrote for softmax.py, line 7
    route: str  # torch.compile · CPU
    address: str  # of the path: compile/cpu
    url: str  # the viewer, open at the place


# Where a stage leaves a text of its own. Elsewhere the text tells what it did.
_WRITE = {Layer.GRAPH_IR, Layer.COMPILER, Layer.KERNELS}

Sightings = Mapping[ExplainerId, Mapping[StageId, tuple[Sighting, ...]]]


def sightings(every: Iterable[Exhibit], dataset: Dataset) -> Sightings:
    """All of them, by explainer and stage, in the order of the traces."""
    found: dict[ExplainerId, dict[StageId, list[Sighting]]] = defaultdict(lambda: defaultdict(list))
    for exhibit in every:
        for course in courses(exhibit.trace, dataset):
            if course.explainer and course.path:
                for stage, sighting in _along(exhibit, course, course.path.address):
                    found[course.explainer.id][stage].append(sighting)
    return {explainer: {stage: tuple(told) for stage, told in stages.items()} for explainer, stages in found.items()}


def _along(exhibit: Exhibit, course: Course, address: str) -> Iterator[tuple[StageId, Sighting]]:
    """The first text of each stage of a path."""
    told: set[StageId] = set()
    for artifact in exhibit.texts:
        stage = course.stage_of(artifact)
        if artifact.lines and stage and stage not in told and belongs(exhibit.unit, artifact, course):
            told.add(stage)
            place = home_of(exhibit, artifact.id) or _beginning(exhibit, artifact)
            yield (
                stage,
                Sighting(_words(exhibit, artifact, place), course.title, address, _url(exhibit, artifact, place)),
            )


def _beginning(exhibit: Exhibit, artifact: Artifact) -> Home | None:
    """The line of the program at which the artifact's unit begins, or the unit around it."""
    name: UnitId | None = artifact.unit
    while name is not None and (unit := exhibit.unit.get(name)) is not None:
        if unit.place is not None:
            return Home(unit.place.artifact, unit.place.line)
        name = unit.parent
    return None


def _words(exhibit: Exhibit, artifact: Artifact, place: Home | None) -> str:
    title = title_of(exhibit.trace)
    layer = kind_of(artifact.kind).layer
    if layer is Layer.YOUR_CODE:
        return f"{title}, as it was run"
    verb = "wrote" if layer in _WRITE else "did"
    return f"what it {verb} for {title}" + (f", line {place.line}" if place else "")


def _url(exhibit: Exhibit, artifact: Artifact, place: Home | None) -> str:
    panes = [*([place.artifact] if place else []), artifact.id]
    at = f"&at={place.artifact}:{place.line}" if place else ""
    return f"{trace_url(exhibit.slug)}#open={','.join(dict.fromkeys(panes))}{at}"
