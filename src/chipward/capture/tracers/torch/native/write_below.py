"""After-work: calls each operator again, and writes what ran below it into the journal."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePath
from time import monotonic
from typing import Any

from chipward.bundle.journal import Journal
from chipward.capture.tracers.torch.eager.seen import read_seen
from chipward.capture.tracers.torch.eager.write_ops import SELECTION, STAGE, UNIT, begin_unit, list_both
from chipward.capture.tracers.torch.native.dispatch_text import write_dispatch
from chipward.capture.tracers.torch.native.forms import Form, forms_of
from chipward.capture.tracers.torch.native.listing import Machine, list_machine
from chipward.capture.tracers.torch.native.names import brief, library_of
from chipward.capture.tracers.torch.native.native_text import write_native
from chipward.capture.tracers.torch.native.replaying import Replaying

KERNELS = "cpu-kernels"
EACH = 0.15  # seconds for which an operator is called again
ALL = 30.0  # seconds for all of them together
_TOO_SHORT = (
    "What they compute takes so little time that the samples fell on the way there: Python, the dispatcher, memory."
)
_REPLAYED = "called again in a process of its own, on one thread, with random numbers in tensors of the same form"


def write_below(facts: Mapping[str, Any], journal: Journal) -> None:
    """Dispatch keys, native functions and machine code."""
    seen = read_seen(journal.folder / Path(facts["recording"]).name)
    forms = forms_of(seen.calls)
    if not forms:
        return
    begin_unit(journal)
    with Replaying() as replaying:
        for form in forms:
            _learn_keys(form, replaying)
        _sample(forms, replaying)
    artifact, kernels = _write_dispatch(forms, journal, list_both(seen))
    machines: dict[tuple[str, str], tuple[Machine, list[tuple[str, int]]]] = {}
    for form in forms:
        if form.profile:
            _write_native(form, journal, artifact, kernels, machines)
    for number, (machine, callers) in enumerate(machines.values()):
        _write_machine(number, machine, callers, journal)
    _say_missing(forms, journal)


def _learn_keys(form: Form, replaying: Replaying) -> None:
    answer = replaying.ask("keys", form.told)
    form.why = answer.get("why")
    if form.why is None:
        form.visits, form.is_view, form.seconds = answer["visits"], answer["is_view"], answer["seconds"]


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
        if form.why is None and "kernel" not in answer:
            form.why = _TOO_SHORT
        elif form.why is None:
            form.profile = answer


def _write_dispatch(
    forms: Sequence[Form], journal: Journal, listings: Mapping[str, Any]
) -> tuple[str, Mapping[int, int]]:
    written = write_dispatch(forms)
    artifact = journal.artifact(
        UNIT,
        "dispatch",
        stage=STAGE,
        kind="dispatch-keys",
        title="Dispatch keys visited",
        content=written.text,
        how=f"PyTorch's Python dispatcher, asked at each hop: each operator {_REPLAYED}",
    )
    method = f"Each operator {_REPLAYED}; PyTorch's Python dispatcher tells the keys"
    for name, listing in listings.items():
        edges = [
            (listing.lines[call.number], line, "inferred")
            for form in forms
            for call in form.calls
            if call.number in listing.lines
            for line in written.lines.get(form.number, ())
        ]
        if edges:
            journal.map(f"{UNIT}/{name}", artifact, edges, method=method)
    return artifact, written.kernels


def _write_native(
    form: Form,
    journal: Journal,
    dispatch: str,
    kernels: Mapping[int, int],
    machines: dict[tuple[str, str], tuple[Machine, list[tuple[str, int]]]],
) -> None:
    kernel = form.profile["kernel"]
    name = brief(kernel.get("generated") or kernel["name"])
    journal.unit(form.unit, name=f"{form.call.name}: {name}", kind="kernel", parent=UNIT, note=form.spelled)
    journal.seen(form.unit, form.count)
    written = write_native(form.profile)
    artifact = journal.artifact(
        form.unit,
        "native",
        stage=KERNELS,
        kind="native-stack",
        title=f"Native functions below {form.call.name}",
        content=written.text,
        how=f"Sampled at even times of the clock while the operator was {_REPLAYED}",
    )
    if form.number in kernels:
        edges = [(kernels[form.number], line, "inferred") for line in written.frames]
        journal.map(dispatch, artifact, edges, method=f"Sampled while the operator was {_REPLAYED}")
    if not kernel.get("code"):
        return
    key = kernel["library"], kernel.get("generated") or kernel["symbol"]
    if key not in machines:
        machines[key] = _machine(kernel), []
    machines[key][0].hits.update({int(address): count for address, count in kernel["hits"].items()})
    machines[key][1].append((artifact, written.kernel))


def _machine(kernel: Mapping[str, Any]) -> Machine:
    generated = kernel.get("generated")
    library = library_of(kernel["name"], PurePath(kernel["library"]).name)
    return Machine(
        name=generated or kernel["symbol"],
        title=generated or kernel["name"],
        library="oneDNN" if generated else library,
        code=bytes.fromhex(kernel["code"]),
        address=kernel["address"],
        is_generated=bool(generated),
        hits=Counter(),
    )


def _write_machine(number: int, machine: Machine, callers: Sequence[tuple[str, int]], journal: Journal) -> None:
    unit = journal.unit(f"code-{number}", name=brief(machine.title), kind="kernel", parent=UNIT, note=machine.title)
    listing = list_machine(machine)
    where = (
        "Generated by oneDNN while it ran"
        if machine.is_generated
        else f"The code of this function in {machine.library}"
    )
    artifact = journal.artifact(
        unit,
        "asm",
        stage=KERNELS,
        kind="asm-x86",
        title=f"Machine code of {brief(machine.title)}",
        content=listing.text,
        origin="executed" if machine.is_generated else "shipped",
        how=f"{where}, with the samples of all operators that were met in it",
    )
    for native, line in callers:
        edges = [(line, sampled, "exact") for sampled in listing.sampled]
        if edges:
            journal.map(native, artifact, edges, method="The program counter at each sample")


def _say_missing(forms: Sequence[Form], journal: Journal) -> None:
    for why, group in _by_reason(forms):
        names = sorted({form.call.name for form in group})
        journal.missing(f"What ran below {', '.join(names)}", why, stage=KERNELS, unit=UNIT, selection=SELECTION)


def _by_reason(forms: Sequence[Form]) -> Iterator[tuple[str, list[Form]]]:
    reasons: dict[str, list[Form]] = {}
    for form in forms:
        if form.why is not None:
            reasons.setdefault(form.why, []).append(form)
    yield from reasons.items()
