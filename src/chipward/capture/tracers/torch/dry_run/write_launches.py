"""Writes into the journal what the operators of a dry run asked of the GPU."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from chipward.bundle.journal import Journal
from chipward.capture.place import Place
from chipward.capture.source_text import columns
from chipward.capture.tracers.torch.dry_run import kernel_task
from chipward.capture.tracers.torch.dry_run.launch_text import (
    LaunchText,
    kernel_name,
    reads_value,
    refused,
    write_launches,
)
from chipward.capture.tracers.torch.dry_run.leaving import STAGE
from chipward.capture.tracers.torch.dry_run.ring import CONTAINERS
from chipward.capture.tracers.torch.eager.listing import Listing, home_of
from chipward.capture.tracers.torch.eager.run import Run
from chipward.capture.tracers.torch.eager.seen import Call, Seen
from chipward.capture.tracers.torch.native.forms import Form, forms_of
from chipward.capture.tracers.torch.native.names import brief

_HOW = "Noted by the stand-in for CUDA's runtime and libraries while this operator ran on the host; no kernel was run"
_METHOD = "What the stand-in noted between the call of an operator and its return"


@dataclass
class _Kernel:
    """A kernel, and the lines that launched it: artifact and line."""

    launched_at: list[tuple[str, int]] = field(default_factory=list)


class LaunchJournal:
    """What the operators of one dry run asked of the GPU."""

    def __init__(self, journal: Journal, seen: Seen, run: Run, target: str, recording: PurePath) -> None:
        self._journal = journal
        self._seen = seen
        self._run = run
        self._target = target
        self._folder = recording  # of the dry run, within the spool folder
        self._by_number = {call.number: call for call in seen.calls}
        self._kernels: dict[str, _Kernel] = {}

    def write(self, listings: Mapping[str, Listing]) -> bool:
        """Write a unit for each operator that asked for anything; False if none did."""
        forms = [form for form in forms_of(self._seen.calls) if form.call.asked]
        for form in forms:
            self._write_form(form, listings)
        self._leave_kernels()
        return bool(forms)

    def _write_form(self, form: Form, listings: Mapping[str, Listing]) -> None:
        place = home_of(form.call, self._by_number) or form.call.site.home
        written = write_launches(form.spelled, form.call.asked)
        spot = self._spot(place)
        unit = self._journal.unit(
            f"{self._run.unit.removesuffix('eager')}{form.unit}",
            name=f"{form.call.name}: {_what(written, form.call)}",
            kind="kernel",
            parent=self._run.unit,
            place=spot,
            note=form.spelled,
        )
        self._journal.seen(unit, form.count)
        if functions := refused(form.call.asked):
            what = f"What {form.call.name} launches"
            self._journal.missing(what, _why(functions), stage=STAGE, unit=unit, selection=self._run.selection)
        if not written.lines:
            return
        artifact = self._journal.artifact(
            unit,
            "launches",
            stage=STAGE,
            kind="kernel-launches",
            title=f"Launches and library calls of {form.call.name}",
            content=written.text,
            how=_HOW,
            origin=self._run.origin,
        )
        for name, listing in listings.items():
            edges = [
                (listing.lines[call.number], line, "exact" if call.asked == form.call.asked else "inferred")
                for call in form.calls
                if call.number in listing.lines
                for line in written.lines
            ]
            if edges:
                self._journal.map(
                    f"{self._run.unit}/{name}", artifact, edges, method=_METHOD, losses=[written.headings]
                )
        for line, symbol in written.kernels.items():
            self._kernels.setdefault(symbol, _Kernel()).launched_at.append((artifact, line))
        if reads_value(form.call.asked):
            self._say_reads(form.calls, unit, (artifact, written.lines[-1]))

    def _say_reads(self, calls: Sequence[Call], unit: str, evidence: tuple[str, int]) -> None:
        for call in calls:
            place = home_of(call, self._by_number) or call.site.home
            self._journal.finding(
                "needs-value",
                f"{call.name} brings a value from the GPU to the program. In a dry run no kernel has computed it: it "
                "is zero, and a branch or the end of a loop that hangs on it may not be the one that a GPU brings.",
                unit=unit,
                place=self._spot(place),
                evidence=evidence,
                advice="Read the operators below this line as one possible course of the program.",
            )

    def _leave_kernels(self) -> None:
        files = {symbol: file for call in self._seen.calls for symbol, file in call.code.items()}
        for symbol, kernel in self._kernels.items():
            name = brief(kernel_name(symbol))
            unit = self._journal.unit(
                f"{self._run.unit.removesuffix('eager')}code-{name}",
                name=name,
                kind="kernel",
                parent=self._run.unit,
                note=symbol,
            )
            what = f"The machine code of {name}"
            if symbol not in files:
                why = "It was compiled while the program ran, and lies in no library."
                self._journal.missing(what, why, stage=STAGE, unit=unit)
                continue
            self._journal.task(
                kernel_task.TASK,
                target=self._target,
                container=str(self._folder / CONTAINERS / files[symbol]),
                symbol=symbol,
                launched_at=kernel.launched_at,
                what=what,
                stage=STAGE,
                unit=unit,
            )

    def _spot(self, place: Place) -> tuple[str, int, tuple[int, int] | None] | None:
        source = self._journal.source(place.file)
        return (source, place.line, columns(place)) if source else None


def _why(functions: Sequence[str]) -> str:
    named = ", ".join(functions)
    if any(name.startswith("cudnn") for name in functions):
        return (
            f"PyTorch hands it to cuDNN, which plans it with the help of the GPU, and the stand-in has no answer to "
            f"{named}. A dry run goes on with a result of the right form."
        )
    return f"The stand-in has no answer to {named}. A dry run goes on with a result of the right form."


def _what(written: LaunchText, call: Call) -> str:
    """The kernel or the library function that an operator comes to, in a few words; its copies if there is no other."""
    if written.kernels:
        return brief(kernel_name(next(iter(written.kernels.values()))))
    called = [event[1] for event in call.asked if event[0] in ("call", "refused")]
    return called[0] if called else str(call.asked[0][0])
