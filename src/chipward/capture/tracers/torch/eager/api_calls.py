"""The calls of PyTorch's Python interface as a text.

Below each expression of the program stand the lines of PyTorch's own Python that it went through, the outermost first:

    # mlp.py:35:23-38 in MLP.forward: self.hidden(x)
    F.linear(input, self.weight, self.bias)  [torch/nn/modules/linear.py:134 in Linear.forward]

The last of them called operators. So an operator that takes itself apart is seen here by the name that the code calls.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from chipward.capture.place import Place
from chipward.capture.source_text import Names, quote, spell_place
from chipward.capture.tracers.torch.eager.listing import CALLING, Loss
from chipward.capture.tracers.torch.eager.seen import Call, Seen, Site


@dataclass
class ApiCalls:
    """The text, and how its lines hang together."""

    text: str = ""
    calls: dict[int, int] = field(default_factory=dict)  # by the number of a call: the line that called the operator
    homes: dict[int, Place] = field(default_factory=dict)  # by a line: the expression of the program

    @property
    def headings(self) -> Loss:
        """The lines on which no call stands, as the loss of a map."""
        return "to", self.text.count("\n") - len(self.homes), "headings and blank lines"


def list_api_calls(seen: Seen) -> ApiCalls:
    """List the ways of all calls, in the order in which each expression was first met."""
    names = Names(place.file for call in seen.calls for place in call.site.way)
    groups: dict[Place, list[Call]] = {}
    for call in seen.calls:
        groups.setdefault(call.site.home, []).append(call)
    listed = ApiCalls()
    text: list[str] = []
    for home, calls in groups.items():
        heading = f"# {spell_place(home, names)}"
        text += ["", heading] if text else [heading]
        rows: dict[str, int] = {}
        for call in calls:
            for row in _rows(call.site, names):
                if row not in rows:
                    text.append(row)
                    rows[row] = len(text)
                    listed.homes[len(text)] = home
                listed.calls[call.number] = rows[row]  # the innermost comes last
    listed.text = "".join(f"{line}\n" for line in text)
    return listed


def _rows(site: Site, names: Names) -> Iterator[str]:
    inner = [place for place in site.way[:-1] if place.function.rpartition(".")[2] not in CALLING]
    for place in [*reversed(inner)] or [site.home]:
        where = "" if place is site.home else f"  [{names[place.file]}:{place.line} in {place.function}]"
        yield f"{quote(place) or '?'}{where}"
