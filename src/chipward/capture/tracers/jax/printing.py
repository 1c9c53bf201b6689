"""Prints a jaxpr as JAX does, and tells which line holds which equation."""

from dataclasses import dataclass

from chipward.capture.memory import without_addresses
from chipward.capture.tracers.jax.foreign import Foreign
from chipward.capture.tracers.jax.numbering import marked


@dataclass(frozen=True)
class Printed:
    """The text, and the line and columns where each equation begins."""

    text: str
    places: dict[int, tuple[int, tuple[int, int]]]


def print_jaxpr(closed: Foreign) -> Printed:
    """Print a closed jaxpr."""
    regions: list[list[tuple[int, int, Foreign]]] = []
    bare = marked(closed).jaxpr.jaxpr
    text = without_addresses(str(bare.pretty_print(use_color=False, source_map=regions)))
    places: dict[int, tuple[int, tuple[int, int]]] = {}
    for line, found in enumerate(regions, start=1):
        for start, end, number in found:
            if isinstance(number, int):  # what stands in a call that is not looked into has its traceback
                places.setdefault(number, (line, (start, end)))
    return Printed(f"{text}\n", places)
