"""Every quote, where it stands, what it carries, and what its last check found."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from chipward.model.evidence import Verdict
from chipward.site.address import LOCK_JSON
from chipward.site.claims import Quote, all_quotes
from chipward.site.page import Head, Page
from chipward.site.site import Site

UNCHECKED = "unchecked"

# What a verdict is called on a page, and what it means.
VERDICTS: Mapping[str, tuple[str, str]] = {
    Verdict.VERIFIED: ("found", "The words stand in the source, on the lines that the citation names."),
    Verdict.MOVED: ("found, moved", "The words stand in the source, on other lines."),
    Verdict.EDITED: ("edited", "Nearly these words stand in the source. Somebody changed them, there or here."),
    Verdict.MISSING: ("missing", "The source was read and holds nothing like these words."),
    Verdict.UNREACHABLE: ("not reached", "The source could not be read, so nothing is known."),
    UNCHECKED: ("not checked", "No check of this quote, as it stands now, is on record."),
}


def tally(quotes: Sequence[Quote]) -> Mapping[str, int]:
    """How many quotes have which verdict, strongest first; verdicts that none has are left out."""
    found = Counter(verdict_of(quote) for quote in quotes)
    return {verdict: found[verdict] for verdict in VERDICTS if found[verdict]}


def verdict_of(quote: Quote) -> str:
    """A key of VERDICTS."""
    return quote.evidence.verdict.value if quote.evidence else UNCHECKED


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
        "sources": len({(quote.file_id, quote.source.id) for quote in quotes}),
        "released": sum(quote.source.release is not None for quote in quotes),
        "tally": tally(quotes),
        "verdicts": VERDICTS,
        "verdict_of": verdict_of,
        "publishers": sorted({quote.source.publisher for quote in quotes}, key=str.casefold),
    }


PAGE = Page(name="evidence", template="evidence.html", urls=_urls, head=_head, context=_context)
