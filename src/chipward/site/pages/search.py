"""The search page: the whole index, which script narrows to what the reader types."""

from collections.abc import Iterable, Mapping

from chipward.site.address import INDEX_JSON
from chipward.site.findable import KINDS, findable
from chipward.site.page import Head, Page
from chipward.site.site import Site


def _urls(_site: Site) -> Iterable[str]:
    return ("/search/",)


def _head(_site: Site, _url: str) -> Head:
    return Head(
        title="Search · chipward",
        description="Every stage, step, tool, trace and quote of chipward in one list.",
        twin=INDEX_JSON,
    )


def _context(site: Site, _url: str) -> Mapping[str, object]:
    entries = tuple(findable(site))
    return {
        "groups": {KINDS[kind]: (kind, [entry for entry in entries if entry.kind == kind]) for kind in KINDS},
        "total": len(entries),
    }


PAGE = Page(name="search", template="search.html", urls=_urls, head=_head, context=_context)
