"""What the viewer's template draws, on a page of the site and in an exported file alike."""

from collections.abc import Callable, Mapping

from markupsafe import Markup

from chipward.model.artifact import Place
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.grouped import caveats, groups, own_caveats, told_findings, told_missing
from chipward.site.traces.panes import panes_of
from chipward.site.traces.places import place_link
from chipward.site.traces.view import TraceView


def viewer(
    exhibit: Exhibit, view: TraceView, href: Callable[[Place], str], embedded: Markup | None
) -> Mapping[str, object]:
    """Everything that ``trace-body.html`` needs but for links away. ``href`` leads to a line."""
    return {
        "trace": view,
        "panes": panes_of(exhibit, view),
        # Where no page shows an artifact, the viewer opens it in a pane.
        "page_of": {artifact.id: artifact.page or f"#open={artifact.id}" for artifact in view.artifacts},
        "groups": groups(view),
        "findings": [
            (told, place_link(exhibit, told.finding.place, href), place_link(exhibit, told.finding.evidence, href))
            for told in told_findings(view)
        ],
        "missing": told_missing(view),
        "caveats": caveats(view),
        "own_caveats": own_caveats(view),
        "unit_name": {unit.id: unit.name for unit in view.units},
        "embedded": embedded,
    }
