"""The viewer of one trace: the rail, the panes to begin with, findings, units, and what was not seen."""

from collections.abc import Iterable, Mapping

from chipward.model.artifact import Place
from chipward.site.address import relative_link
from chipward.site.page import Head, Page
from chipward.site.site import Site
from chipward.site.traces.address import GALLERY, bundle_url, index_url, line_url, trace_url
from chipward.site.traces.embed import embed
from chipward.site.traces.exhibit import Exhibit, find
from chipward.site.traces.index import trace_view
from chipward.site.traces.naming import subtitle_of, title_of
from chipward.site.traces.page import viewer
from chipward.site.traces.rail import courses, ways_of


def _urls(site: Site) -> Iterable[str]:
    return (trace_url(exhibit.slug) for exhibit in site.traces)


def _find(site: Site, url: str) -> Exhibit:
    return find(site.traces, url.removeprefix(GALLERY).removesuffix("/"))


def _head(site: Site, url: str) -> Head:
    exhibit = _find(site, url)
    title, about = (
        title_of(exhibit.trace),
        subtitle_of(exhibit.trace, ways_of(exhibit.trace, courses(exhibit.trace, site.dataset))),
    )
    return Head(
        title=f"{title} ({exhibit.slug}) · a trace",
        description=f"What every stage made of {title}, from its lines to the machine: {about}.",
        twin=index_url(exhibit.slug),
    )


def _context(site: Site, url: str) -> Mapping[str, object]:
    exhibit = _find(site, url)

    def link(target: str) -> str:
        return relative_link(url, target, site.index_file)

    view = trace_view(exhibit, site.dataset, link)
    embedded = embed(exhibit, view, binaries=False) if site.index_file else None

    def href(place: Place) -> str:
        return link(line_url(exhibit.slug, place.artifact, place.line))

    return {
        **viewer(exhibit, view, href, embedded),
        "home": link(GALLERY),
        "index": link(index_url(exhibit.slug)),
        "bundle": link(bundle_url(exhibit.slug)) if exhibit.path.is_file() else None,
    }


PAGE = Page(name="trace", template="trace.html", urls=_urls, head=_head, context=_context)
