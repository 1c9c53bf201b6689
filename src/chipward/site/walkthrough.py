"""One explainer as a reader walks it: every stage and arrow, where it is met, and what backs it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from chipward.dataset.evidence import evidence_for
from chipward.dataset.load import Dataset
from chipward.diagram.svg import spoken_title
from chipward.model.citation import Citation
from chipward.model.evidence import FOUND
from chipward.model.explainer import Choice, Explainer, Option, Path, Stage, Step
from chipward.model.ids import CitationId
from chipward.model.missing import Missing
from chipward.model.route import path_title, walk
from chipward.site.address import path_url, stage_url


@dataclass(frozen=True)
class Route:
    """One path with its address, its order and its counts."""

    path: Path
    title: str  # torch.compile · NVIDIA GPU
    url: str
    drawing: str  # what a screen reader calls its picture
    walk: tuple[str, ...]  # ids of stages and arrows, in the order in which they are told
    stages: int
    steps: int
    quotes: int
    found: int  # quotes that stand in their source


@dataclass(frozen=True)
class Elsewhere:
    """The same tool in another explainer."""

    framework: str
    name: str
    url: str


@dataclass(frozen=True)
class Stop:
    """A stage or an arrow, as its panel shows it."""

    place: Stage | Step
    number: int | None  # its place among the stages, or the arrows, of the path; None when it is not on the path
    routes: tuple[Route, ...]  # every path that meets it
    elsewhere: tuple[Elsewhere, ...] = ()
    branches: bool = False  # an arrow that does not leave from the stage told just before it
    joins: bool = False  # an arrow whose target has been told already

    @property
    def is_stage(self) -> bool:
        """Whether it is a stage, and not an arrow."""
        return isinstance(self.place, Stage)


@dataclass(frozen=True)
class Picker:
    """One choice, and where each of its options leads while the others stay as they are."""

    choice: Choice
    options: tuple[tuple[Option, Route], ...]


def pickers(explainer: Explainer, route: Route, routes: Sequence[Route]) -> tuple[Picker, ...]:
    """What a reader of a route can pick next."""
    by_selection = {tuple(other.path.selection.items()): other for other in routes}
    return tuple(
        Picker(
            choice,
            tuple(
                (option, by_selection[tuple((dict(route.path.selection) | {choice.id: option.id}).items())])
                for option in choice.options
            ),
        )
        for choice in explainer.choices
    )


def routes_of(dataset: Dataset, explainer: Explainer) -> tuple[Route, ...]:
    """Every path of an explainer, in its own order."""
    return tuple(_route(dataset, explainer, path) for path in explainer.paths)


def stops_on(dataset: Dataset, explainer: Explainer, path: Path, routes: Sequence[Route]) -> tuple[Stop, ...]:
    """The stages and arrows of a path, in walking order."""
    places = tuple(walk(explainer, path))
    followed_by = {place.id: after.id for place, after in pairwise(places)}
    preceded_by = {after.id: place.id for place, after in pairwise(places)}
    numbers = {True: 0, False: 0}
    stops = []
    for place in places:
        is_stage = isinstance(place, Stage)
        numbers[is_stage] += 1
        stops.append(
            Stop(
                place=place,
                number=numbers[is_stage],
                routes=_met_by(place, routes),
                elsewhere=_elsewhere(dataset, explainer, place),
                branches=isinstance(place, Step) and preceded_by.get(place.id) != place.start,
                joins=isinstance(place, Step) and followed_by.get(place.id) != place.end,
            )
        )
    return tuple(stops)


def stops_off(dataset: Dataset, explainer: Explainer, path: Path, routes: Sequence[Route]) -> tuple[Stop, ...]:
    """The stages and arrows that only other paths meet, in the order of those."""
    told = {place.id for place in walk(explainer, path)}
    rest: dict[str, Stage | Step] = {}
    for other in explainer.paths:
        rest.update({place.id: place for place in walk(explainer, other) if place.id not in told})
    return tuple(
        Stop(place, None, _met_by(place, routes), _elsewhere(dataset, explainer, place)) for place in rest.values()
    )


def _route(dataset: Dataset, explainer: Explainer, path: Path) -> Route:
    places = tuple(walk(explainer, path))
    quotes = {citation.id: citation for place in places for citation in _citations(explainer, place)}
    evidence = [evidence_for(dataset, explainer.id, citation) for citation in quotes.values()]
    return Route(
        path=path,
        title=path_title(explainer, path),
        url=path_url(explainer, path),
        drawing=spoken_title(explainer, path),
        walk=tuple(place.id for place in places),
        stages=sum(isinstance(place, Stage) for place in places),
        steps=sum(isinstance(place, Step) for place in places),
        quotes=len(quotes),
        found=sum(check is not None and check.verdict in FOUND for check in evidence),
    )


def _citations(explainer: Explainer, place: Stage | Step) -> Iterator[Citation]:
    ids: tuple[CitationId, ...] = place.citations
    if isinstance(place, Stage) and not isinstance(place.written_in, Missing):
        ids += place.written_in.citations
    return (explainer.citation[one] for one in ids)


def _met_by(place: Stage | Step, routes: Sequence[Route]) -> tuple[Route, ...]:
    return tuple(route for route in routes if place.id in route.walk)


def _elsewhere(dataset: Dataset, explainer: Explainer, place: Stage | Step) -> tuple[Elsewhere, ...]:
    if isinstance(place, Step) or place.atlas is None:
        return ()
    return tuple(
        Elsewhere(other.framework, stage.name, stage_url(other, stage))
        for other in dataset.explainers
        if other.id != explainer.id
        for stage in other.stages
        if stage.atlas is not None and stage.atlas.node == place.atlas.node
    )
