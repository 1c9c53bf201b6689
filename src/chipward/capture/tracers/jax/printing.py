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
    others: tuple[tuple[int, tuple[int, int], Foreign], ...]  # in a call that is not looked into, with its traceback


def print_jaxpr(closed: Foreign) -> Printed:
    """Print a closed jaxpr."""
    regions: list[list[tuple[int, int, Foreign]]] = []
    bare = marked(closed).jaxpr.jaxpr
    text = without_addresses(str(bare.pretty_print(use_color=False, source_map=regions)))
    places: dict[int, tuple[int, tuple[int, int]]] = {}
    others: list[tuple[int, tuple[int, int], Foreign]] = []
    for line, found in enumerate(regions, start=1):
        for start, end, number in found:
            if isinstance(number, int):
                places.setdefault(number, (line, (start, end)))
            elif number is not None:
                others.append((line, (start, end), number))
    return Printed(f"{text}\n", places, tuple(others))
