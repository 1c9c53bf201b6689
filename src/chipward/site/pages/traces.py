"""The gallery: every trace that this site shows, one card each."""

from collections.abc import Iterable, Mapping

from chipward.site.address import TRACES_JSON
from chipward.site.page import Head, Page
from chipward.site.site import Site
from chipward.site.trace_cards import trace_cards
from chipward.site.traces.address import GALLERY


def _urls(_site: Site) -> Iterable[str]:
    return (GALLERY,)


def _head(_site: Site, _url: str) -> Head:
    return Head(
        title="Traces · chipward",
        description="Real programs, and what every stage made of them, from the line of Python to the instructions.",
        twin=TRACES_JSON,
    )


def _context(site: Site, _url: str) -> Mapping[str, object]:
    return {"cards": trace_cards(site), "targets": site.dataset.targets is not None}


PAGE = Page(name="traces", template="traces.html", urls=_urls, head=_head, context=_context)
