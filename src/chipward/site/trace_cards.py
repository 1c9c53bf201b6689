"""A trace at a glance: what ran, on what, and how much is to be seen of it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from chipward.site.site import Site
from chipward.site.traces.about import about
from chipward.site.traces.address import abreast_url, index_url, trace_url
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.kernels import KERNEL, kernels_of
from chipward.site.traces.naming import subtitle_of, title_of
from chipward.site.traces.opening import opening
from chipward.site.traces.rail import courses, ways_of
from chipward.site.words import number


@dataclass(frozen=True)
class Card:
    """A trace at a glance."""

    title: str
    subtitle: str
    about: str | None  # what the program says of itself
    url: str
    counts: tuple[str, ...]
    file: str | None  # of a trace that the reader opened; None: chipward brings it along
    data: str
    abreast: str | None  # every line for every target; None where the trace has code for one alone

    @property
    def value(self) -> Mapping[str, object]:
        """The card as JSON tells it."""
        return {
            "title": self.title,
            "subtitle": self.subtitle,
            "about": self.about,
            "yours": self.file is not None,
            "page": self.url.partition("#")[0],
            "data": self.data,
        }


def trace_cards(site: Site) -> tuple[Card, ...]:
    """Every trace of the site, in its order."""
    return tuple(_card(site, exhibit) for exhibit in site.traces)


def _card(site: Site, exhibit: Exhibit) -> Card:
    trace = exhibit.trace
    begin = opening(exhibit)
    first = begin.at
    at = f"#at={first.artifact}:{first.line}" if first else ""  # the viewer lights it: a reader sees what it is for
    kinds = Counter(str(unit.kind) for unit in trace.units)
    kinds[KERNEL] = len(set(kernels_of(trace).values()))
    counts = [number(kinds[kind], kind) for kind in ("frame", "graph", KERNEL) if kinds[kind]]
    return Card(
        title=title_of(trace),
        subtitle=subtitle_of(trace, ways_of(trace, courses(trace, site.dataset))),
        about=about(exhibit),
        url=f"{trace_url(exhibit.slug)}{at}",
        file=exhibit.path.name if exhibit.yours else None,
        data=index_url(exhibit.slug),
        abreast=abreast_url(exhibit.slug) if begin.abreast else None,
        counts=(
            *counts,
            number(len(trace.artifacts), "artifact"),
            number(len(trace.maps), "line map"),
            number(len({one.says for one in trace.findings}), "finding"),
        ),
    )
