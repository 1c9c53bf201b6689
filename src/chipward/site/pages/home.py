"""The hub: the explainers, every path side by side, and the tools that the paths share."""

from collections.abc import Iterable, Mapping

from chipward.dataset.tables import every_path, shared_tools
from chipward.site.address import INDEX_JSON
from chipward.site.cards import cards
from chipward.site.page import Head, Page
from chipward.site.site import Site
from chipward.site.traces.about import about
from chipward.site.traces.address import trace_url
from chipward.site.traces.naming import title_of


def _urls(_site: Site) -> Iterable[str]:
    return ("/",)


def _head(_site: Site, _url: str) -> Head:
    return Head(
        title="chipward: how AI frameworks run your code",
        description="From the line you write to the chip that runs it. Every stage and every arrow quotes the "
        "documentation or the source that supports it.",
        twin=INDEX_JSON,
    )


def _context(site: Site, _url: str) -> Mapping[str, object]:
    return {
        "cards": cards(site.dataset),
        "paths": every_path(site.dataset),
        "tools": shared_tools(site.dataset),
        "traces": [(title_of(one.trace), trace_url(one.slug), about(one), one.yours) for one in site.traces],
        "targets": site.dataset.targets is not None,
    }


PAGE = Page(name="home", template="home.html", urls=_urls, head=_head, context=_context)
