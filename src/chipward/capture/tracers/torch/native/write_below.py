"""After-work: calls each operator again, and has written down what ran below it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from chipward.bundle.journal import Journal
from chipward.capture.tracers.torch.eager.seen import read_seen
from chipward.capture.tracers.torch.native.below_journal import BelowJournal
from chipward.capture.tracers.torch.native.forms import Form, forms_of
from chipward.capture.tracers.torch.native.replaying import Replaying

EACH = 0.15  # seconds for which an operator is called again
ALL = 30.0  # seconds for all of them together
LEAST = 0.1  # of the samples: a function that has fewer is something on the way
_TOO_SHORT = (
    "What they compute takes so little time that the samples fell on the way there: Python, the dispatcher, memory."
)


def write_below(facts: Mapping[str, Any], journal: Journal) -> None:
    """Dispatch keys, native functions and machine code."""
    seen = read_seen(journal.folder / Path(facts["recording"]).name)
    forms = forms_of(seen.calls)
    if not forms:
        return
    with Replaying() as replaying:
        for form in forms:
            _learn_keys(form, replaying)
        _sample(forms, replaying)
    below = BelowJournal(journal, seen)
    below.write_dispatch(forms)
    for form in forms:
        if form.profile:
            below.write_native(form)
    below.write_machine_code()
    below.say_missing(forms)


def _learn_keys(form: Form, replaying: Replaying) -> None:
    answer = replaying.ask("keys", form.told, around=sorted(form.around.values()))
    form.why = answer.get("why")
    if form.why is None:
        form.visits, form.is_view, form.seconds = answer["visits"], answer["is_view"], answer["seconds"]
        form.composites = answer["composites"]


def _sample(forms: Sequence[Form], replaying: Replaying) -> None:
    until = monotonic() + ALL
    for form in sorted(forms, key=lambda form: -form.weight):
        if form.why is not None or form.is_view:
            continue
        if monotonic() > until:
            form.why = f"The {ALL:.0f} seconds for sampling were used up by operators that took more of the run."
            continue
        answer = replaying.ask("profile", form.told, **{"for": EACH})
        form.why = answer.get("why")
        if form.why is None and not _computes(answer):
            form.why = _TOO_SHORT
        elif form.why is None:
            form.profile = answer


def _computes(profile: Mapping[str, Any]) -> bool:
    """Whether the function that was met most may stand for what the operator computes."""
    return "kernel" in profile and profile["kernel"]["count"] >= LEAST * profile["samples"]
