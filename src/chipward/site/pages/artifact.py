"""One artifact as text: who made it and how, and every line with what it became and where it came from."""

import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from chipward.artifacts.at_stage import kind_at
from chipward.model.artifact import Artifact, ArtifactId
from chipward.site.address import relative_link
from chipward.site.page import Head, Page
from chipward.site.site import Site
from chipward.site.traces.address import (
    GALLERY,
    PAGE_LINES,
    artifact_url,
    filename,
    index_url,
    pages_of,
    raw_url,
    trace_url,
)
from chipward.site.traces.exhibit import Exhibit, find
from chipward.site.traces.listing import listing_with_kin
from chipward.site.traces.naming import artifact_title, title_of
from chipward.site.traces.origins import WORDS
from chipward.site.traces.panes import covered
from chipward.site.traces.places import short_name
from chipward.site.traces.shown import shown_lines, visible
from chipward.site.traces.taken_out import taken_out
from chipward.site.words import number


@dataclass(frozen=True)
class Neighbour:
    """A text that maps lead to or from."""

    direction: str  # Became, Came from
    url: str
    words: str
    coverage: str
    method: str
    losses: tuple[str, ...]


def _urls(site: Site) -> Iterable[str]:
    for exhibit in site.traces:
        for artifact in exhibit.trace.artifacts:
            for page in range(1, pages_of(artifact) + 1):
                yield artifact_url(exhibit.slug, artifact.id, page)


def _find(site: Site, url: str) -> tuple[Exhibit, Artifact, int]:
    slug, unit, name, *page = url.removeprefix(GALLERY).removesuffix("/").split("/")
    exhibit = find(site.traces, slug)
    return exhibit, exhibit.artifact[ArtifactId(f"{unit}/{name}")], int(page[0]) if page else 1


def _head(site: Site, url: str) -> Head:
    exhibit, artifact, page = _find(site, url)
    title = title_of(exhibit.trace)
    more = f", page {page}" if page > 1 else ""
    return Head(
        title=visible(f"{artifact.id}{more} · {title} ({exhibit.slug})"),
        description=visible(f"{short_name(exhibit, artifact)}: {artifact.title}. {artifact.recipe.how}."),
        twin=index_url(exhibit.slug),
    )


def _context(site: Site, url: str) -> Mapping[str, object]:
    exhibit, artifact, page = _find(site, url)
    first = (page - 1) * PAGE_LINES
    lines = exhibit.some_lines(artifact, first, PAGE_LINES) if artifact.lines else []
    kin = site.kinship(exhibit).of(artifact.id)

    def link(target: str) -> str:
        return relative_link(url, target, site.index_file)

    made_from = exhibit.artifact.get(artifact.made_from) if artifact.made_from else None
    units = {unit.id: unit.name for unit in exhibit.trace.units}
    return {
        "artifact": artifact,
        "title": artifact_title(exhibit, artifact),
        "kind_title": kind_at(artifact).title,
        "origin": WORDS[artifact.origin].explained,
        "shell": shlex.join(artifact.recipe.command),
        "filename": filename(artifact),
        "raw": raw_url(exhibit.slug, artifact),
        "in_viewer": f"{trace_url(exhibit.slug)}#open={artifact.id}" if artifact.lines else None,
        "made_from": made_from and (artifact_url(exhibit.slug, made_from.id), short_name(exhibit, made_from)),
        "maps": tuple(_neighbours(exhibit, artifact)),
        "lines": listing_with_kin(tuple(shown_lines(lines, first + 1)), "L", kin, link),
        "taken_out": taken_out(exhibit, artifact),
        "number_of_page": page,
        "pages": pages_of(artifact),
        "page_url": partial(artifact_url, exhibit.slug, artifact.id),
        "trace_title": title_of(exhibit.trace),
        "trace_url": trace_url(exhibit.slug),
        "unit_name": units.get(artifact.unit, artifact.unit),
    }


def _neighbours(exhibit: Exhibit, artifact: Artifact) -> Iterator[Neighbour]:
    for entry in exhibit.trace.maps:
        for side, mine, other, mapped, lines in (
            ("to", entry.end, entry.start, entry.end_mapped, entry.end_lines),
            ("from", entry.start, entry.end, entry.start_mapped, entry.start_lines),
        ):
            if mine == artifact.id and other in exhibit.artifact:
                yield Neighbour(
                    direction="Came from" if side == "to" else "Became",
                    url=artifact_url(exhibit.slug, other),
                    words=short_name(exhibit, exhibit.artifact[other]),
                    coverage=covered(mapped, lines),
                    method=entry.method,
                    losses=tuple(f"{number(one.lines, 'line')}: {one.why}" for one in entry.losses if one.side == side),
                )


PAGE = Page(name="artifact", template="artifact.html", urls=_urls, head=_head, context=_context)
