"""What was dispatched as a text: one call site and form a line, each group below the line of Python it belongs to.

    # sim.py:9:8-16 in step: x * 2.0
    jit(multiply)(f32[3,4], float)  \u00d73: 1 compiled, 2 cache hits

What the backward pass runs belongs to the line of the forward pass that it comes from.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from chipward.capture.place import Place
from chipward.capture.source_text import Names, quote, spell_place
from chipward.capture.tracers.jax.dispatch.seen import Dispatch, Seen, Site

Loss = tuple[Literal["from", "to"], int, str]

TIMES = "\N{MULTIPLICATION SIGN}"
_NO_LINE = "# without a line of Python: in a thread of JAX's own"


@dataclass(frozen=True)
class Listing:
    """A text, and the dispatches on its lines."""

    text: str
    lines: dict[int, int]  # by the number of a dispatch: its line, from 1

    @property
    def headings(self) -> Loss:
        """The lines on which nothing is dispatched, as the loss of a map."""
        return "to", self.text.count("\n") - len(self.lines), "headings and blank lines"


def list_dispatches(seen: Seen) -> Listing:
    """List them, in the order in which each was first dispatched."""
    names = Names(place.file for dispatch in seen.dispatches for place in _places(dispatch.site))
    text: list[str] = []
    lines: dict[int, int] = {}
    above = None
    for dispatch in seen.dispatches:
        heading = _heading(dispatch.site, names)
        if heading != above:
            text += ["", heading] if text else [heading]
            above = heading
        text.append(_spelled(dispatch, is_counted=seen.is_counted))
        lines[dispatch.number] = len(text)
    return Listing("".join(f"{line}\n" for line in text), lines)


def _heading(site: Site, names: Names) -> str:
    if site.home is None or site.called is None:
        return _NO_LINE
    heading = f"# {spell_place(site.home, names)}"
    if site.forward is not None:
        return f"{heading} [backward pass, started at {names[site.called.file]}:{site.called.line}]"
    if len(site.way) == 1:
        return heading
    inner = site.way[0]
    said = quote(inner)
    return f"{heading} ({names[inner.file]}:{inner.line}{f': {said}' if said else ''})"


def _spelled(dispatch: Dispatch, *, is_counted: bool) -> str:
    args = "\N{HORIZONTAL ELLIPSIS}" if dispatch.args is None else dispatch.args
    outcome = ", ".join(_outcomes(dispatch, is_counted=is_counted))
    count = f"{TIMES}{dispatch.count}{'' if is_counted else '+'}"
    return f"{dispatch.name}({args})  {count}{f': {outcome}' if outcome else ''}"


def _outcomes(dispatch: Dispatch, *, is_counted: bool) -> Iterator[str]:
    read = sum(one.cached for one in dispatch.compilations)
    compiled = len(dispatch.compilations) - read
    hits = dispatch.count - read - compiled
    if compiled:
        yield f"{compiled} compiled"
    if read:
        yield f"{read} from the compilation cache"
    if dispatch.runs and hits:
        yield f"{hits}{'' if is_counted else '+'} cache {'hit' if hits == 1 and is_counted else 'hits'}"


def _places(site: Site) -> Iterator[Place]:
    yield from site.way
    if site.forward is not None:
        yield site.forward
