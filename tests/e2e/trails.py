"""What the data says a reader should meet, worked out here from the model alone and not from the site."""

from dataclasses import dataclass
from functools import cached_property

from chipward.dataset.tables import path_url
from chipward.model.explainer import Explainer, Path, Stage, Step
from chipward.model.route import path_title, walk


@dataclass(frozen=True)
class Trail:
    """One path of one explainer."""

    explainer: Explainer
    path: Path

    def __str__(self) -> str:
        return f"{self.explainer.slug}/{self.path.address}"

    @property
    def url(self) -> str:
        return path_url(self.explainer, self.path)

    @property
    def title(self) -> str:
        return path_title(self.explainer, self.path)

    @cached_property
    def places(self) -> tuple[Stage | Step, ...]:
        """Stages and arrows in walking order."""
        return tuple(walk(self.explainer, self.path))

    @property
    def order(self) -> list[str]:
        return [place.id for place in self.places]

    @property
    def stages(self) -> list[Stage]:
        return [place for place in self.places if isinstance(place, Stage)]

    @property
    def steps(self) -> list[Step]:
        return [place for place in self.places if isinstance(place, Step)]


def trails_of(explainer: Explainer) -> list[Trail]:
    return [Trail(explainer, path) for path in explainer.paths]
