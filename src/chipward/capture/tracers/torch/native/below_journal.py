"""Writes into the journal what ran below the operators, and how it hangs together."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from chipward.bundle.journal import Journal
from chipward.capture.place import Place
from chipward.capture.source_text import columns
from chipward.capture.tracers.torch.eager.listing import home_of
from chipward.capture.tracers.torch.eager.seen import Seen
from chipward.capture.tracers.torch.eager.write_ops import SELECTION, STAGE, UNIT, begin_unit, list_both
from chipward.capture.tracers.torch.native.addresses import UNKNOWN
from chipward.capture.tracers.torch.native.dispatch_text import write_dispatch
from chipward.capture.tracers.torch.native.forms import Form
from chipward.capture.tracers.torch.native.listing import Machine, list_machine
from chipward.capture.tracers.torch.native.names import CLOSED, brief, library_of
from chipward.capture.tracers.torch.native.native_text import write_native
from chipward.capture.tracers.torch.native.own_kernels import own_kernel

KERNELS = "cpu-kernels"
_REPLAYED = "called again in a process of its own, on one thread, with random numbers in tensors of the same form"


@dataclass
class _Met:
    """A function in which operators were met, and the lines that tell of it: text, line, addresses."""

    machine: Machine
    tellers: list[tuple[str, int, frozenset[int]]] = field(default_factory=list)


class BelowJournal:
    """What ran below the operators of one process."""

    def __init__(self, journal: Journal, seen: Seen) -> None:
        self._journal = journal
        self._by_number = {call.number: call for call in seen.calls}
        self._listings = list_both(seen)
        self._kernels: Mapping[int, int] = {}
        self._dispatch = ""
        self._met: dict[tuple[str, str, str], _Met] = {}
        begin_unit(journal)

    def write_dispatch(self, forms: Sequence[Form]) -> None:
        """The keys that each operator visited."""
        written = write_dispatch(forms)
        self._kernels = written.kernels
        self._dispatch = self._journal.artifact(
            UNIT,
            "dispatch",
            stage=STAGE,
            kind="dispatch-keys",
            title="Dispatch keys visited",
            content=written.text,
            how=f"PyTorch's Python dispatcher, asked at each hop: each operator {_REPLAYED}",
        )
        method = f"Each operator {_REPLAYED}; PyTorch's Python dispatcher tells the keys"
        for name, listing in self._listings.items():
            edges = [
                (listing.lines[call.number], line, "inferred")
                for form in forms
                for call in form.calls
                if call.number in listing.lines
                for line in written.lines_of(form, call.number)
            ]
            if edges:
                self._journal.map(f"{UNIT}/{name}", self._dispatch, edges, method=method, losses=[written.headings])

    def write_native(self, form: Form) -> None:
        """The native functions below one operator."""
        kernel = form.profile["kernel"]
        place = home_of(form.call, self._by_number) or form.call.site.home
        source = self._journal.source(place.file)
        self._journal.unit(
            form.unit,
            name=f"{form.call.name}: {_short_name(kernel)}",
            kind="kernel",
            parent=UNIT,
            place=_place(source, place),
            note=form.spelled,
        )
        self._journal.seen(form.unit, form.count)
        written = write_native(form.profile)
        artifact = self._journal.artifact(
            form.unit,
            "native",
            stage=KERNELS,
            kind="native-stack",
            title=f"Native functions below {form.call.name}",
            content=written.text,
            how=f"Sampled at even times of the clock while the operator was {_REPLAYED}",
        )
        if form.number in self._kernels:
            edges = [(self._kernels[form.number], line, "inferred") for line in written.frames]
            method = f"Sampled while the operator was {_REPLAYED}"
            self._journal.map(self._dispatch, artifact, edges, method=method, losses=written.losses)
        said = own_kernel(form)
        if said is not None:
            self._journal.finding(
                "own-kernel", said, unit=form.unit, evidence=(artifact, written.kernel), place=_place(source, place)
            )
        if kernel.get("code"):
            self._meet(kernel, artifact, written.kernel)

    def write_machine_code(self) -> None:
        """The code of each function in which operators were met, once."""
        for met in self._met.values():
            if met.machine.library in CLOSED:
                what, why = f"The machine code of {brief(met.machine.title)}", CLOSED[met.machine.library]
                self._journal.missing(what, why, stage=KERNELS, unit=UNIT, selection=SELECTION)
            else:
                self._write_machine(met)

    def say_missing(self, forms: Sequence[Form]) -> None:
        """What could not be learnt, by the reason."""
        for why, group in _by_reason(forms):
            names = ", ".join(sorted({form.call.name for form in group}))
            self._journal.missing(f"What ran below {names}", why, stage=KERNELS, unit=UNIT, selection=SELECTION)

    def _meet(self, kernel: Mapping[str, Any], artifact: str, line: int) -> None:
        # oneDNN gives one name to code that it generates for different operators.
        key = kernel["library"], kernel.get("generated") or kernel["symbol"], kernel["code"]
        met = self._met.get(key) or self._met.setdefault(key, _Met(_machine(kernel)))
        hits = {int(address): count for address, count in kernel["hits"].items()}
        met.machine.hits.update(hits)
        met.tellers.append((artifact, line, frozenset(hits)))

    def _write_machine(self, met: _Met) -> None:
        machine = met.machine
        name = brief(machine.title)
        unit = self._journal.unit(f"code-{name}", name=name, kind="kernel", parent=UNIT, note=machine.title)
        listing = list_machine(machine)
        how = "Generated by oneDNN as it ran" if machine.is_generated else f"This function's code in {machine.library}"
        artifact = self._journal.artifact(
            unit,
            "asm",
            stage=KERNELS,
            kind="asm-x86",
            title=f"Machine code of {name}",
            content=listing.text,
            origin="executed" if machine.is_generated else "shipped",
            how=f"{how}, with the samples of all operators that were met in it",
        )
        for native, line, addresses in met.tellers:
            edges = [
                (line, listing.sampled[address], "exact") for address in sorted(addresses & listing.sampled.keys())
            ]
            if edges:
                self._journal.map(
                    native, artifact, edges, method="The program counter at each sample", losses=listing.losses
                )


def _short_name(kernel: Mapping[str, Any]) -> str:
    if kernel["name"] == UNKNOWN and "generated" not in kernel:
        return str(kernel["library"])  # nobody names it: libraries other than oneDNN generate code, too
    return brief(kernel.get("generated") or kernel["name"])


def _place(source: str | None, place: Place) -> tuple[str, int, tuple[int, int] | None] | None:
    return (source, place.line, columns(place)) if source else None


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


def _by_reason(forms: Sequence[Form]) -> Iterator[tuple[str, list[Form]]]:
    reasons: dict[str, list[Form]] = {}
    for form in forms:
        if form.why is not None:
            reasons.setdefault(form.why, []).append(form)
    yield from reasons.items()
