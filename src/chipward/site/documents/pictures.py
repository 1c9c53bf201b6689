"""The pictures that stand for a page where its address is shared: one for each path, and one for the site."""

from collections.abc import Callable, Mapping
from functools import partial

from chipward.diagram.social import HEIGHT, WIDTH, draw_card
from chipward.diagram.strata import draw_strata
from chipward.model.explainer import Explainer, Path
from chipward.site.address import SITE_PICTURE, picture_url
from chipward.site.document import Document
from chipward.site.palette import STYLE_SHEET, light_palette
from chipward.site.raster import rasterise
from chipward.site.render import make_environment
from chipward.site.site import Site


def _card(site: Site, explainer: Explainer, path: Path) -> bytes:
    return rasterise(draw_card(explainer, path, light_palette(site.static_files[STYLE_SHEET]), "Inter"))


def _site_card(site: Site) -> bytes:
    svg = (
        make_environment()
        .get_template("site-card.svg")
        .render(
            palette=light_palette(site.static_files[STYLE_SHEET]),
            width=WIDTH,
            height=HEIGHT,
            columns=[(explainer.framework, draw_strata(explainer)) for explainer in site.dataset.explainers],
        )
    )
    return rasterise(svg)


def _contents(site: Site) -> Mapping[str, Callable[[], bytes]]:
    cards = {
        picture_url(explainer, path): partial(_card, site, explainer, path)
        for explainer in site.dataset.explainers
        for path in explainer.paths
    }
    return {SITE_PICTURE: partial(_site_card, site)} | cards


DOCUMENT = Document(_contents)
