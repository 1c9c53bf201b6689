"""Where the way of a line ends, and why, in the words of the trace itself."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from chipward.artifacts.line_graph import Reached
from chipward.artifacts.way_ends import (
    LibraryCall,
    is_deep,
    library_calls,
    losses_after,
    reaches_code,
    unseen_below,
    unseen_by_name,
)
from chipward.cli.say import plain
from chipward.cli.showing.layout import under
from chipward.cli.showing.told_once import findings_once
from chipward.model.artifact import Artifact, ArtifactId
from chipward.model.ids import StageId
from chipward.model.trace import Finding
from chipward.site.traces.exhibit import Exhibit
from chipward.site.words import number

_LINES_TOLD = 8  # of one call that is made again and again

Lines = Mapping[ArtifactId, Reached]


def where_it_ends(
    exhibit: Exhibit, artifact: Artifact, line: int, became: Lines, kernels: Collection[tuple[int, StageId]]
) -> Iterator[RenderableType]:
    """Say which findings speak of a line, and where it has no kernel in this trace.

    The stages of kernels come as their path, a place in the trace's selections, and their id.
    """
    calls: dict[Finding, list[LibraryCall]] = {}
    for call in library_calls(exhibit.trace, became, exhibit.bundle.text):
        calls.setdefault(call.finding, []).append(call)
    here = [
        finding
        for finding in exhibit.trace.findings
        if finding.place and (finding.place.artifact, finding.place.line) == (artifact.id, line)
    ]
    told = [finding for finding in here if finding not in calls]
    yield from under("Findings", list(findings_once(exhibit, told, with_places=False)))
    is_cut = bool(became) and not is_deep(artifact) and not reaches_code(exhibit.trace, became)
    ends = [_calls(finding, made) for finding, made in calls.items()]
    if is_cut and not calls:
        ends = list(_last(exhibit, became))
    gaps = [
        *(unseen_below(exhibit.trace, became, kernels) if ends else ()),
        *unseen_by_name(exhibit.trace, became, exhibit.bundle.text),
    ]
    why = [_gap(reason, [one.what for one in gaps if one.why == reason]) for reason in {one.why: None for one in gaps}]
    silent = [Text("The trace does not say why.")] if len(ends) == 1 and not (calls or here or why) else []
    yield from under("Where the way ends", [*ends, *why, *silent])


def _gap(why: str, whats: Sequence[str]) -> Text:
    return Text.assemble(f"Not seen: {plain('; '.join(dict.fromkeys(whats)))}. ", (plain(why), "dim"))


def _calls(finding: Finding, made: Sequence[LibraryCall]) -> Text:
    more = f" and {number(len(made) - _LINES_TOLD, 'more line')}" if len(made) > _LINES_TOLD else ""
    lines = f"{', '.join(str(call.line) for call in made[:_LINES_TOLD])}{more}"
    where = f"At {made[0].name} in {made[0].artifact}:{lines}. "
    return Text.assemble((plain(where), "bold"), plain(finding.text))


def _last(exhibit: Exhibit, became: Lines) -> Iterator[Text]:
    """Name the text that lies deepest among those that the line became, and what maps from there leave behind."""
    *_, (last, _) = exhibit.in_order(became)
    yield Text(plain(f"At {last}: no map of this trace leads from these lines to a kernel."))
    for entry, loss in losses_after(exhibit.trace, became):
        if entry.start == last:
            lost = (
                f"{number(loss.lines, 'line')} of {entry.start} have no counterpart in {entry.end}: {plain(loss.why)}."
            )
            yield Text(lost, "dim")
