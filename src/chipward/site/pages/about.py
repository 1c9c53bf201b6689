"""How a claim gets in, what a verdict means, and what is closed."""

from collections.abc import Iterable, Mapping

from chipward.site.address import INDEX_JSON
from chipward.site.claims import all_quotes
from chipward.site.page import Head, Page
from chipward.site.site import Site
from chipward.site.verdicts import tally


def _urls(_site: Site) -> Iterable[str]:
    return ("/about/",)


def _head(_site: Site, _url: str) -> Head:
    return Head(
        title="About chipward",
        description="How a claim gets into chipward, what each verdict means, and what is closed.",
        twin=INDEX_JSON,
    )


def _context(site: Site, _url: str) -> Mapping[str, object]:
    closed = [(explainer, stage) for explainer in site.dataset.explainers for stage in explainer.stages if stage.closed]
    return {"closed": closed, "tally": tally(quote.evidence for quote in all_quotes(site.dataset))}


PAGE = Page(name="about", template="about.html", urls=_urls, head=_head, context=_context)
