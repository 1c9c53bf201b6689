"""What the viewer's template draws, on a page of the site and in an exported file alike."""

from collections.abc import Callable, Mapping

from markupsafe import Markup

from chipward.model.artifact import Place
from chipward.site.traces.exhibit import Exhibit
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
        "shown_units": [unit for unit in view.units if unit.folded_into is None],
        "findings": [
            (finding, place_link(exhibit, finding.place, href), place_link(exhibit, finding.evidence, href))
            for finding in view.findings
        ],
        "unit_name": {unit.id: unit.name for unit in view.units},
        "embedded": embedded,
    }
