"""One path of an explainer: the diagram, and a panel for every stage and every arrow.

The page holds the panels of all paths, so that a reader with script switches without loading anything.
"""

from collections.abc import Iterable, Mapping, Sequence

from chipward.diagram.svg import draw_pipeline
from chipward.model.explainer import Explainer, Path
from chipward.model.route import path_title
from chipward.site.address import explainer_json, explainer_url, path_url, picture_url
from chipward.site.page import Head, Page
from chipward.site.site import Site
from chipward.site.traces.overlay import Sighting
from chipward.site.walkthrough import pickers, routes_of, stops_off, stops_on


def _urls(site: Site) -> Iterable[str]:
    for explainer in site.dataset.explainers:
        yield explainer_url(explainer)
        for path in explainer.paths:
            yield path_url(explainer, path)


def _find(site: Site, url: str) -> tuple[Explainer, Path]:
    """An explainer's own address shows its first path."""
    for explainer in site.dataset.explainers:
        for path in explainer.paths:
            if url in {path_url(explainer, path), explainer_url(explainer)}:
                return explainer, path
    raise LookupError(url)


def _head(site: Site, url: str) -> Head:
    explainer, path = _find(site, url)
    title = path_title(explainer, path)
    return Head(
        title=explainer.title if url == explainer_url(explainer) else f"{explainer.framework} · {title}",
        description=f"{explainer.title} {explainer.summary} The path shown: {title}.",
        twin=explainer_json(explainer),
        picture=picture_url(explainer, path),
    )


def _context(site: Site, url: str) -> Mapping[str, object]:
    explainer, path = _find(site, url)
    routes = routes_of(site.dataset, explainer)
    route = next(route for route in routes if route.path is path)
    seen = site.sightings.get(explainer.id, {})
    marks = {stage: tuple(sighting.address for sighting in told) for stage, told in seen.items()}
    return {
        "explainer": explainer,
        "sightings": {stage: _first_of(path, told) for stage, told in seen.items()},
        "absences": site.absences.get(explainer.id, {}),
        "path": path,
        "route": route,
        "routes": routes,
        "pickers": pickers(explainer, route, routes),
        "on_path": stops_on(site.dataset, explainer, path, routes),
        "off_path": stops_off(site.dataset, explainer, path, routes),
        "diagram": draw_pipeline(explainer, site.layout(explainer), path, marks),
        "strip": draw_pipeline(explainer, site.layout(explainer, narrow=True), path, marks),
    }


def _first_of(path: Path, told: Sequence[Sighting]) -> list[tuple[int, Sighting]]:
    """Those of the path that is read first, each with its turn among all: the script orders them at every switch."""
    return sorted(enumerate(told), key=lambda turn: turn[1].address != path.address)


PAGE = Page(name="explainer", template="explainer.html", urls=_urls, head=_head, context=_context)
