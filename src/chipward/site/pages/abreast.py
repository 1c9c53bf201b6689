"""Every line of a program beside the machine code that each target has for it, as a page to read from top to bottom."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from chipward.artifacts.kinds import kind_of
from chipward.artifacts.line_graph import Relation
from chipward.artifacts.way_ends import library_calls
from chipward.model.artifact import ArtifactId
from chipward.site.address import relative_link
from chipward.site.page import Head, Page
from chipward.site.site import Site
from chipward.site.traces.abreast import CodeByLine, CodePiece, code_by_line, fitting, has_targets
from chipward.site.traces.address import GALLERY, abreast_url, index_url, line_url, trace_url
from chipward.site.traces.entry import entry_file
from chipward.site.traces.exhibit import Exhibit, find
from chipward.site.traces.naming import artifact_title, title_of, unit_name
from chipward.site.traces.origins import WORDS
from chipward.site.traces.rail import Course, courses
from chipward.site.traces.shown import ShownLine, shown_lines, visible
from chipward.site.words import number

_COLUMNS = re.compile(r"\s{2,}")
_SEVERAL = 2
_PIECES = 2  # texts of one path beside a line
_LINES = 10  # of one text


@dataclass(frozen=True)
class Code:
    """Lines of one kernel that a line of the program became."""

    name: str  # triton_poi_fused_relu_0
    is_backward: bool  # it runs to find gradients
    count: str  # 9 SASS instructions
    url: str  # of the first of them
    lines: tuple[ShownLine, ...]
    more: int  # lines that are not shown


@dataclass(frozen=True)
class Column:
    """What one path made of a line."""

    label: str  # torch.compile · NVIDIA GPU, cuda:h100
    name: str  # cuda:h100; the label, where another path stands beside it for the same target
    standing: str  # compiled here, not run
    pieces: tuple[Code, ...]  # none where no code is known to come of the line
    more: int  # kernels that are not shown
    calls: tuple[tuple[str, str], ...]  # extern_kernels.bmm, which a library brings, with the line that calls it


@dataclass(frozen=True)
class Row:
    """A line of the program."""

    line: ShownLine
    url: str  # of the line in the viewer, beside its machine codes
    columns: tuple[Column, ...]


def _urls(site: Site) -> Iterable[str]:
    return (abreast_url(exhibit.slug) for exhibit in site.traces if has_targets(exhibit.trace))


def _find(site: Site, url: str) -> Exhibit:
    return find(site.traces, url.removeprefix(GALLERY).removesuffix("/abreast/"))


def _head(site: Site, url: str) -> Head:
    exhibit = _find(site, url)
    title = title_of(exhibit.trace)
    targets = dict.fromkeys(selection.target for selection in exhibit.trace.selections)
    return Head(
        title=visible(f"{title} ({exhibit.slug}), line by line for every target · a trace"),
        description=visible(f"Each line of {title} beside the machine code that it became for {', '.join(targets)}."),
        twin=index_url(exhibit.slug),
    )


def _context(site: Site, url: str) -> Mapping[str, object]:
    exhibit = _find(site, url)

    def link(target: str) -> str:
        return relative_link(url, target, site.index_file)

    return {
        "title": title_of(exhibit.trace),
        "trace_url": trace_url(exhibit.slug),
        "rows": tuple(_rows(site, exhibit)),
        "link": link,
    }


def _rows(site: Site, exhibit: Exhibit) -> Iterator[Row]:
    source = entry_file(exhibit.trace.program)
    every = courses(exhibit.trace, site.dataset)
    told = code_by_line(exhibit)
    if source is None:
        return
    written = tuple(shown_lines(exhibit.lines(exhibit.artifact[source])))
    standings = _standings(exhibit, told)
    for line, paths in told.items():
        calls = _calls(exhibit, source, line)
        panes = ",".join([source, *fitting([pieces[0].artifact for pieces in paths.values()])])
        shown = [place for place in standings if place in paths or not _is_covered(every, place, paths)]
        yield Row(
            line=written[line - 1],
            url=f"{trace_url(exhibit.slug)}#open={panes}&at={source}:{line}",
            columns=tuple(
                Column(
                    label=every[place].label,
                    name=_name(every, place, shown),
                    standing=standings[place],
                    pieces=tuple(_code(exhibit, piece) for piece in paths.get(place, ())[:_PIECES]),
                    more=len(paths.get(place, ())[_PIECES:]),
                    calls=tuple(calls.get(place, {}).items()),
                )
                for place in shown
            ),
        )


def _calls(exhibit: Exhibit, source: ArtifactId, line: int) -> Mapping[int, Mapping[str, str]]:
    """What a line has a library do, by path: the name that is called, and where the wrapper calls it first."""
    found: dict[int, dict[str, str]] = {}
    became = exhibit.graph.family(source, line).reached(Relation.BECAME)
    for call in library_calls(exhibit.trace, became, exhibit.bundle.text):
        path = exhibit.unit[exhibit.artifact[call.artifact].unit].selection
        found.setdefault(path, {}).setdefault(call.name, line_url(exhibit.slug, call.artifact, call.line))
    return found


def _is_covered(every: Sequence[Course], place: int, told: Iterable[int]) -> bool:
    """Whether another path has code of a line for the same target: an operator is compiled, or called by itself."""
    return every[place].selection.target in {every[one].selection.target for one in told}


def _name(every: Sequence[Course], place: int, shown: Iterable[int]) -> str:
    target = every[place].selection.target
    return target if [every[one].selection.target for one in shown].count(target) < _SEVERAL else every[place].label


def _standings(exhibit: Exhibit, told: CodeByLine) -> Mapping[int, str]:
    """Every path with code of any line, and how that code came to be."""
    found: dict[int, str] = {}
    for paths in told.values():
        for place, pieces in paths.items():
            found.setdefault(place, WORDS[exhibit.artifact[pieces[0].artifact].origin].label)
    return dict(sorted(found.items()))


def _code(exhibit: Exhibit, piece: CodePiece) -> Code:
    artifact = exhibit.artifact[piece.artifact]
    unit = exhibit.unit.get(artifact.unit)
    text = exhibit.lines(artifact)
    return Code(
        name=unit_name(exhibit, unit) if unit else artifact_title(exhibit, artifact),
        is_backward=piece.is_backward,
        count=number(len(piece.lines), *kind_of(artifact.kind).noun) + (", the whole kernel" if piece.whole else ""),
        url=line_url(exhibit.slug, artifact.id, piece.lines[0]),
        lines=tuple(_lines(text, piece.lines[:_LINES])),
        more=len(piece.lines[_LINES:]),
    )


def _lines(text: Sequence[str], numbers: Sequence[int]) -> Iterator[ShownLine]:
    for line in numbers:  # listings set their columns wide, and here is little room
        yield from shown_lines(["  ".join(_COLUMNS.split(text[line - 1].strip()))], line)


PAGE = Page(name="abreast", template="abreast.html", urls=_urls, head=_head, context=_context)
