"""An explainer at a glance: what it asks, what it counts, and a picture of its paths."""

from dataclasses import dataclass

from markupsafe import Markup

from chipward.dataset.load import Dataset
from chipward.dataset.tables import Counts, counts
from chipward.diagram.strata import draw_strata
from chipward.model.evidence import FOUND
from chipward.model.explainer import Explainer
from chipward.site.address import explainer_url


@dataclass(frozen=True)
class Card:
    """One explainer on a page that lists them."""

    explainer: Explainer
    url: str
    picture: Markup
    counts: Counts
    found: int  # quotes that stand in their source


def cards(dataset: Dataset) -> tuple[Card, ...]:
    """Every explainer, in the order of the files."""
    return tuple(_card(dataset, explainer) for explainer in dataset.explainers)


def _card(dataset: Dataset, explainer: Explainer) -> Card:
    counted = counts(explainer, dataset)
    return Card(
        explainer=explainer,
        url=explainer_url(explainer),
        picture=draw_strata(explainer),
        counts=counted,
        found=sum(counted.verdicts[verdict] for verdict in FOUND),
    )
