"""One quote against one text."""

from dataclasses import dataclass

from chipward.dataset.verify.nearest import nearest
from chipward.dataset.verify.occurrence import Lines, Occurrence, lines_of, occurrences, stands_between
from chipward.model.citation import Citation
from chipward.model.evidence import Verdict


@dataclass(frozen=True)
class Finding:
    """What became of a quote, and in words what is wrong if anything is."""

    verdict: Verdict
    lines: Lines | None = None
    detail: str = ""


def judge(citation: Citation, text: str) -> Finding:
    """Look for a quote in the text it claims to be from."""
    places = occurrences(citation.exact, text)
    if not places:
        return _not_as_quoted(citation, text)
    fitting = [place for place in places if stands_between(place, text, citation.prefix, citation.suffix)]
    if not fitting:
        lines = lines_of(places[0], text)
        detail = f"the words stand on {spell(lines)}, but what stands around them there is not the prefix and suffix"
        return Finding(Verdict.EDITED, lines, detail)
    if citation.lines is None:
        lines = lines_of(fitting[0], text)
        if len(fitting) == 1:
            return Finding(Verdict.VERIFIED, lines)
        detail = f"the words stand in {len(fitting)} places, first on {spell(lines)}; add a prefix, a suffix or lines"
        return Finding(Verdict.MOVED, lines, detail)
    lines = _nearest_to(citation.lines, fitting, text)
    if lines == citation.lines:
        return Finding(Verdict.VERIFIED, lines)
    return Finding(Verdict.MOVED, lines, f"cited from {spell(citation.lines)}, found on {spell(lines)}")


def spell(lines: Lines) -> str:
    """Say lines in words: ``line 7`` or ``lines 7-9``."""
    first, last = lines
    return f"line {first}" if first == last else f"lines {first}-{last}"


def _nearest_to(cited: Lines, places: list[Occurrence], text: str) -> Lines:
    def distance(lines: Lines) -> tuple[int, int]:
        return abs(lines[0] - cited[0]) + abs(lines[1] - cited[1]), lines[0]

    return min((lines_of(place, text) for place in places), key=distance)


def _not_as_quoted(citation: Citation, text: str) -> Finding:
    near = nearest(citation.exact, text)
    if near is None:
        return Finding(Verdict.MISSING, None, "the source has nothing like these words")
    detail = f"nearly these words stand on {spell(near.lines)}: {near.differences}"
    return Finding(Verdict.EDITED, near.lines, detail)
