"""Every quote, where it stands, what it carries, and what its last check found."""

from collections.abc import Iterable, Mapping
from itertools import groupby

from chipward.dataset.tables import documents_in, projects_in
from chipward.site.address import LOCK_JSON
from chipward.site.claims import all_quotes
from chipward.site.page import Head, Page
from chipward.site.site import Site
from chipward.site.verdicts import tally


def _urls(_site: Site) -> Iterable[str]:
    return ("/evidence/",)


def _head(site: Site, _url: str) -> Head:
    quotes = all_quotes(site.dataset)
    return Head(
        title="Evidence: every quote and its check · chipward",
        description=f"All {len(quotes)} quotes behind the claims of chipward, with their sources and verdicts.",
        twin=LOCK_JSON,
    )


def _context(site: Site, _url: str) -> Mapping[str, object]:
    quotes = all_quotes(site.dataset)
    groups = [
        (slug, found[0].collection, tuple(found))
        for slug, found in ((slug, list(some)) for slug, some in groupby(quotes, key=lambda quote: quote.slug))
    ]
    return {
        "groups": groups,
        "total": len(quotes),
        "documents": documents_in(quote.source for quote in quotes),
        "projects": projects_in(quote.source for quote in quotes),
        "released": sum(quote.source.release is not None for quote in quotes),
        "tally": tally(quote.evidence for quote in quotes),
        "publishers": sorted({quote.source.publisher for quote in quotes}, key=str.casefold),
    }


PAGE = Page(name="evidence", template="evidence.html", urls=_urls, head=_head, context=_context)
