"""Every path of every explainer, side by side and layer by layer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from chipward.dataset.tables import every_path
from chipward.model.explainer import Explainer, Path, Stage
from chipward.model.layer import Layer
from chipward.model.route import path_title, stages_on
from chipward.site.address import PATHS_JSON, path_url
from chipward.site.page import Head, Page
from chipward.site.site import Site


@dataclass(frozen=True)
class Column:
    """One path of a comparison: its stages, layer by layer."""

    title: str
    url: str
    stages: Mapping[Layer, tuple[Stage, ...]]


@dataclass(frozen=True)
class Comparison:
    """The paths of one explainer beside each other, in the layers that any of them touches."""

    explainer: Explainer
    layers: tuple[Layer, ...]
    columns: tuple[Column, ...]


def compare(explainer: Explainer) -> Comparison:
    """Put an explainer's paths side by side."""
    columns = tuple(_column(explainer, path) for path in explainer.paths)
    layers = tuple(layer for layer in Layer if any(column.stages[layer] for column in columns))
    return Comparison(explainer, layers, columns)


def _column(explainer: Explainer, path: Path) -> Column:
    stages = stages_on(explainer, path)
    by_layer = {layer: tuple(stage for stage in stages if stage.layer is layer) for layer in Layer}
    return Column(path_title(explainer, path), path_url(explainer, path), by_layer)


def _urls(_site: Site) -> Iterable[str]:
    return ("/paths/",)


def _head(site: Site, _url: str) -> Head:
    rows = every_path(site.dataset)
    frameworks = ", ".join(explainer.framework for explainer in site.dataset.explainers)
    return Head(
        title="Every path, side by side · chipward",
        description=f"The {len(rows)} ways from your code to a chip that chipward documents, for {frameworks}.",
        twin=PATHS_JSON,
    )


def _context(site: Site, _url: str) -> Mapping[str, object]:
    comparisons = tuple(compare(explainer) for explainer in site.dataset.explainers)
    return {"rows": every_path(site.dataset), "comparisons": comparisons}


PAGE = Page(name="paths", template="paths.html", urls=_urls, head=_head, context=_context)
