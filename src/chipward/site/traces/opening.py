"""What a reader has before them first: the panes, the line that is lit in them, and what can stand side by side."""

from dataclasses import dataclass

from chipward.model.artifact import ArtifactId, Place
from chipward.site.traces.abreast import Abreast, abreast, fitting
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.homes import first_line
from chipward.site.traces.start import start_panes


@dataclass(frozen=True)
class Opening:
    """The state of the viewer before anybody touched it."""

    panes: tuple[ArtifactId, ...]
    at: Place | None
    abreast: Abreast | None


def opening(exhibit: Exhibit) -> Opening:
    """One line in the machine code of several paths, if there are several; else one descent from the program down."""
    told = abreast(exhibit)
    if told is None:
        panes = start_panes(exhibit.trace)
        return Opening(panes, first_line(exhibit, panes), None)
    return Opening((told.source.artifact, *fitting(told.sides)), told.source, told)
