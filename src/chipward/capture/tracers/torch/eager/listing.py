"""The operators that were called as a text: one call a line, each group below the line of Python that it belongs to.

    # mlp.py:35:23-38 in MLP.forward: self.hidden(x) (torch/nn/modules/linear.py:134: F.linear(input, self.weight, …
    aten::t(f32[64, 8]) -> f32[8, 64] strides (1, 8)  \u00d73
    aten::addmm(f32[64], f32[32, 8], f32[8, 64] strides (1, 8)) -> f32[32, 64]  \u00d73

A call of the backward pass belongs to the line of the forward pass that made its node.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from chipward.capture.place import Place
from chipward.capture.source_text import Names, quote, spell_place
from chipward.capture.tracers.torch.eager.seen import Call, Seen
from chipward.capture.tracers.torch.eager.spelling import spell_call
from chipward.capture.tracers.torch.owners import Owner, owner_of_file

Loss = tuple[Literal["from", "to"], int, str]

TIMES = "\N{MULTIPLICATION SIGN}"
CALLING = ("_wrapped_call_impl", "_call_impl")  # how a module calls its forward: says nothing


@dataclass(frozen=True)
class Listing:
    """A text, and the calls on its lines."""

    text: str
    lines: dict[int, int]  # by the number of a call: its line, from 1

    @property
    def headings(self) -> Loss:
        """The lines on which no call stands, as the loss of a map."""
        return "to", self.text.count("\n") - len(self.lines), "headings and blank lines"


def list_calls(calls: Iterable[Call], seen: Seen) -> Listing:
    """List these calls, in the order in which each was first made."""
    calls = list(calls)
    by_number = {call.number: call for call in seen.calls}
    names = Names(place.file for call in seen.calls for place in _places(call))
    text: list[str] = []
    lines: dict[int, int] = {}
    above = None
    for call in calls:
        heading = _heading(call, by_number, names)
        if heading != above:
            text += ["", heading] if text else [heading]
            above = heading
        text.append(f"{spell_call(call)}  {TIMES}{call.count}{'' if seen.is_counted else '+'}")
        lines[call.number] = len(text)
    return Listing("".join(f"{line}\n" for line in text), lines)


def home_of(call: Call, by_number: dict[int, Call]) -> Place | None:
    """The line of Python that a call belongs to."""
    maker = _maker_of(call, by_number)
    if maker is None:
        return None
    return maker.site.home if maker is call else maker.site.applied or maker.site.home


def library_lines(call: Call, by_number: dict[int, Call]) -> Iterator[Place]:
    """The lines of installed packages that lie between the program's line and the operator, PyTorch's own left out."""
    maker = _maker_of(call, by_number)
    for place in maker.site.way[:-1] if maker else ():
        if owner_of_file(place.file) is Owner.PACKAGE:
            yield place


def _maker_of(call: Call, by_number: dict[int, Call]) -> Call | None:
    """The call of the forward pass that a call is, or for which it ran in the backward pass."""
    maker: Call | None = call
    for _ in by_number:  # a gradient of a gradient leads through several calls
        if maker is None or not maker.is_of_engine:
            break
        maker = by_number.get(maker.forward) if maker.forward is not None else None
    return maker


def _heading(call: Call, by_number: dict[int, Call], names: Names) -> str:
    home = home_of(call, by_number)
    started = f"started at {names[call.site.home.file]}:{call.site.home.line}"
    if home is None:
        return f"# {_node_name(call)}, {started}"
    heading = f"# {spell_place(home, names)}"
    if call.is_of_engine:
        return f"{heading} [{_node_name(call)}, {started}]"
    inner = inner_place(call.site.way)
    if inner is None:
        return heading
    said = quote(inner)
    return f"{heading} ({names[inner.file]}:{inner.line}{f': {said}' if said else ''})"


def inner_place(way: Sequence[Place]) -> Place | None:
    """The innermost line of a library on the way to the program; None if there is none."""
    return next((place for place in way[:-1] if place.function.rpartition(".")[2] not in CALLING), None)


def _node_name(call: Call) -> str:
    return (call.node or "").rpartition("::")[2]


def _places(call: Call) -> Iterable[Place]:
    yield from call.site.way
    if call.site.applied:
        yield call.site.applied
