"""The dispatch keys that operators visited, as a text: a heading for each operator, then one visit a line."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from chipward.capture.tracers.torch.native.forms import Form


@dataclass
class DispatchText:
    """The text, and where each operator stands in it."""

    text: str = ""
    lines: dict[int, list[int]] = field(default_factory=dict)  # by the number of a form: the lines of its visits
    kernels: dict[int, int] = field(default_factory=dict)  # by the number of a form: the line of its own last visit


def write_dispatch(forms: Sequence[Form]) -> DispatchText:
    """Write the visits of all forms that could be called again."""
    written = DispatchText()
    text: list[str] = []
    for form in forms:
        if not form.visits:
            continue
        text += [""] if text else []
        text.append(f"# {form.spelled}{' [a view: no number is touched]' if form.is_view else ''}")
        name, key = max(len(visit[0]) for visit in form.visits), max(len(visit[1]) for visit in form.visits)
        first = form.visits[0][0]
        written.lines[form.number] = []
        for operator, visited, registered in form.visits:
            text.append(f"{operator:{name}}  {visited:{key}}  {registered}")
            written.lines[form.number].append(len(text))
            if operator == first:
                written.kernels[form.number] = len(text)
    written.text = "".join(f"{line}\n" for line in text)
    return written
