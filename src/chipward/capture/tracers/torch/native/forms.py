"""The distinct operators of a recording: calls of the same form share what ran below them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from chipward.capture.tracers.torch.eager.seen import Call
from chipward.capture.tracers.torch.eager.spelling import spell_call
from chipward.capture.tracers.torch.native.around import called_name


@dataclass
class Form:
    """An operator and the form of its arguments, with the calls that had it."""

    number: int
    call: Call  # the first
    calls: list[Call] = field(default_factory=list)
    visits: list[list[str]] = field(default_factory=list)  # operator, key, registration
    around: dict[int, str] = field(default_factory=dict)  # by the number of a call: the name that its line calls
    composites: Mapping[str, list[str]] = field(default_factory=dict)  # by such a name: operator, key, registration
    is_view: bool = False
    seconds: float = 0.0  # of one call
    profile: Mapping[str, Any] = field(default_factory=dict)
    why: str | None = None  # why it could not be called again

    @property
    def unit(self) -> str:
        """The id of its unit."""
        return f"op-{self.number}"

    @property
    def spelled(self) -> str:
        """The operator and its arguments."""
        return spell_call(self.call)

    @property
    def count(self) -> int:
        """How often it was called, from all places together."""
        return sum(call.count for call in self.calls)

    @property
    def weight(self) -> float:
        """The seconds that all its calls took, about."""
        return self.seconds * self.count

    @property
    def told(self) -> Mapping[str, Any]:
        """What the process that replays has to know."""
        call = self.call
        return {
            "name": call.name,
            "args": call.args,
            "kwargs": call.kwargs,
            "grad": call.grad,
            "inference": call.inference,
            "autocast": call.autocast,
        }


def forms_of(calls: Iterable[Call]) -> list[Form]:
    """The forms, in the order in which each was first called. Calls without known arguments have none."""
    forms: dict[str, Form] = {}
    for call in calls:
        if call.args is not None:
            form = forms.get(call.form) or forms.setdefault(call.form, Form(len(forms), call))
            form.calls.append(call)
            name = called_name(call)
            if name is not None:
                form.around[call.number] = name
    return list(forms.values())
