"""A place in a trace, as a link says it."""

from collections.abc import Callable
from dataclasses import dataclass

from chipward.artifacts.kinds import kind_of
from chipward.model.artifact import Artifact, Place
from chipward.model.layer import Layer
from chipward.site.traces.exhibit import Exhibit
from chipward.site.traces.naming import artifact_title, target_of, unit_name
from chipward.site.traces.shown import visible


@dataclass(frozen=True)
class PlaceLink:
    """A line of an artifact."""

    href: str
    at: str  # A:9, for the viewer's script
    words: str  # mlp.py, line 9


def place_link(exhibit: Exhibit, place: Place | None, href: Callable[[Place], str]) -> PlaceLink | None:
    """The link to a place; None if the trace does not hold it."""
    artifact = exhibit.artifact.get(place.artifact) if place else None
    if place is None or artifact is None:
        return None
    return PlaceLink(
        href=href(place),
        at=f"{artifact.id}:{place.line}",
        words=f"{short_name(exhibit, artifact)}, line {place.line}",
    )


def short_name(exhibit: Exhibit, artifact: Artifact) -> str:
    """What a text is called in a sentence: mlp.py; C++ kernel, cpp_fused_relu_0; SASS, triton_poi_0, for cuda:h100."""
    kind = kind_of(artifact.kind)
    if kind.layer is Layer.YOUR_CODE:
        return visible(artifact_title(exhibit, artifact))
    unit = exhibit.unit.get(artifact.unit)
    target = target_of(exhibit, unit)
    told = [artifact.title, unit_name(exhibit, unit) if unit else artifact.unit, *([f"for {target}"] if target else [])]
    return visible(", ".join(told))
