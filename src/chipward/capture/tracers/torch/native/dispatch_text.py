"""The dispatch keys that operators visited, as a text: a heading for each operator, then one visit a line."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from chipward.capture.tracers.torch.eager.listing import Loss
from chipward.capture.tracers.torch.native.forms import Form


@dataclass
class DispatchText:
    """The text, and where each operator stands in it."""

    text: str = ""
    lines: dict[int, list[int]] = field(default_factory=dict)  # by the number of a form: the lines of its visits
    composites: dict[tuple[int, str], int] = field(default_factory=dict)  # by a form and a name around it: its line
    kernels: dict[int, int] = field(default_factory=dict)  # by the number of a form: the line of its own last visit

    @property
    def headings(self) -> Loss:
        """The lines on which no visit stands, as the loss of a map."""
        visits = len(self.composites) + sum(map(len, self.lines.values()))
        return "to", self.text.count("\n") - visits, "headings and blank lines"

    def lines_of(self, form: Form, call: int) -> list[int]:
        """The lines that tell of a call."""
        composite = self.composites.get((form.number, form.around.get(call, "")))
        return [*([composite] if composite else []), *self.lines.get(form.number, ())]


def write_dispatch(forms: Sequence[Form]) -> DispatchText:
    """Write the visits of all forms that could be called again."""
    written = DispatchText()
    text: list[str] = []
    for form in forms:
        if not form.visits:
            continue
        text += [""] if text else []
        text.append(f"# {form.spelled}{' [a view: no number is touched]' if form.is_view else ''}")
        every = [*form.composites.values(), *form.visits]
        name, key = max(len(visit[0]) for visit in every), max(len(visit[1]) for visit in every)
        for called, (operator, visited, registered) in sorted(form.composites.items()):
            text.append(f"{operator:{name}}  {visited:{key}}  {registered}: takes itself apart, into this among others")
            written.composites[form.number, called] = len(text)
        first = form.visits[0][0]
        written.lines[form.number] = []
        for operator, visited, registered in form.visits:
            text.append(f"{operator:{name}}  {visited:{key}}  {registered}")
            written.lines[form.number].append(len(text))
            if operator == first:
                written.kernels[form.number] = len(text)
    written.text = "".join(f"{line}\n" for line in text)
    return written
