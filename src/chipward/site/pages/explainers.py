"""All explainers, one card each."""

from collections.abc import Iterable, Mapping

from chipward.site.address import INDEX_JSON
from chipward.site.cards import cards
from chipward.site.page import Head, Page
from chipward.site.site import Site


def _urls(_site: Site) -> Iterable[str]:
    return ("/explainers/",)


def _head(site: Site, _url: str) -> Head:
    names = ", ".join(explainer.framework for explainer in site.dataset.explainers)
    return Head(
        title="Explainers",
        description=f"How {names} run your code, one explainer each, every claim quoted.",
        twin=INDEX_JSON,
    )


def _context(site: Site, _url: str) -> Mapping[str, object]:
    return {"cards": cards(site.dataset)}


PAGE = Page(name="explainers", template="explainers.html", urls=_urls, head=_head, context=_context)
