"""The gallery: every trace that this site shows, one card each."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from chipward.site.page import Head, Page
from chipward.site.site import Site
from chipward.site.traces.about import about
from chipward.site.traces.address import GALLERY, trace_url
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.naming import subtitle_of, title_of
from chipward.site.traces.rail import courses
from chipward.site.words import number


@dataclass(frozen=True)
class Card:
    """A trace at a glance."""

    title: str
    subtitle: str
    about: str | None  # what the program says of itself
    url: str
    counts: tuple[str, ...]


def _card(site: Site, exhibit: Exhibit) -> Card:
    trace = exhibit.trace
    kinds = Counter(str(unit.kind) for unit in trace.units)
    counts = [number(kinds[kind], kind) for kind in ("frame", "graph", "kernel") if kinds[kind]]
    return Card(
        title=title_of(trace),
        subtitle=subtitle_of(trace, [course.title for course in courses(trace, site.dataset)]),
        about=about(exhibit),
        url=trace_url(exhibit.slug),
        counts=(
            *counts,
            number(len(trace.artifacts), "text"),
            number(len(trace.maps), "line map"),
            number(len(trace.findings), "finding"),
        ),
    )


def _urls(_site: Site) -> Iterable[str]:
    return (GALLERY,)


def _head(_site: Site, _url: str) -> Head:
    return Head(
        title="Traces · chipward",
        description="Real programs, and what every stage made of them, from the line of Python to the instructions.",
    )


def _context(site: Site, _url: str) -> Mapping[str, object]:
    return {"cards": [_card(site, exhibit) for exhibit in site.traces]}


PAGE = Page(name="traces", template="traces.html", urls=_urls, head=_head, context=_context)
