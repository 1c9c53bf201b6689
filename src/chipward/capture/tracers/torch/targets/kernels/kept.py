"""A text of a candidate, as the trace keeps it and as it has been read."""

from dataclasses import dataclass

from chipward.artifacts.gpu_code.places import Located


@dataclass(frozen=True)
class Kept:
    """A text of a candidate in the trace."""

    artifact: str
    text: str
    places: Located
