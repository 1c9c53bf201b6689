"""After-work: the program once more, on a stand-in for the GPU, and what its operators asked of it."""

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from chipward.bundle.journal import Journal
from chipward.bundle.spool import read_journals
from chipward.capture.building import build
from chipward.capture.not_built import NotBuiltError
from chipward.capture.options import slug
from chipward.capture.tracers.torch.dry_run.building import runtime_for
from chipward.capture.tracers.torch.dry_run.device_words import device_words
from chipward.capture.tracers.torch.dry_run.leaving import STAGE, run_on
from chipward.capture.tracers.torch.dry_run.second_run import SecondRun, run_again
from chipward.capture.tracers.torch.dry_run.wheel import fitting_torch
from chipward.capture.tracers.torch.dry_run.write_launches import LaunchJournal
from chipward.capture.tracers.torch.eager.run import Run
from chipward.capture.tracers.torch.eager.seen import Seen, read_seen
from chipward.capture.tracers.torch.eager.write_ops import write_listings
from chipward.dataset.targets import find_gpu
from chipward.model.finding import FIDELITY

_NOTHING = (
    "No operator of the second run had a tensor on the GPU. The program itself must put its tensors there, as with "
    '`"cuda" if torch.cuda.is_available() else "cpu"`.'
)
_STOOD_IN_FOR = (
    "The program ran a second time, on a stand-in for CUDA's runtime. What PyTorch decides on the host is real; what "
    "it asks the GPU is answered from the table of targets; no kernel has run, so every value is meaningless."
)
_COMPILED = (
    "Of functions that torch.compile compiles in a true run, read what is compiled for the target: the second run "
    "calls their operators one by one."
)
_LINES = "The lines of CUDA C++ that ATen's instructions were compiled from"
_NO_LINES = "The machine code in PyTorch's library comes with the names of its kernels, and without the lines."
_CLOSED = {"cublas": "cuBLAS", "cudnn": "cuDNN"}
_CHOOSES = (
    "{} is closed, and chooses its kernels on the GPU. Its calls are recorded, with the sizes that they are given."
)
_HEURISTIC = " Where PyTorch asks cuBLAS whether there is a way to do a product, the stand-in always says yes."
_GPU = "Nothing was run on a GPU: the launches are what it would have been given."


def dry_run(facts: Mapping[str, Any], journal: Journal) -> None:
    """Run the program again, and write down what it asked of the GPU."""
    target = find_gpu(facts["target"])
    run = run_on(target.id)
    name = f"dry-run-{slug(target.id)}"
    try:
        torch = fitting_torch(target)
        again = run_again(
            facts["command"],
            facts["directory"],
            journal.folder / name,
            library=build(runtime_for(torch)),
            device=device_words(target),
            seconds=facts["seconds"],
        )
    except NotBuiltError as error:
        journal.missing(facts["what"], str(error), stage=STAGE, selection=run.selection)
        return
    seen = _on_gpu(again)
    if seen.calls:
        listings, _ = write_listings(seen, journal, run)
        LaunchJournal(journal, seen, run, target.id, PurePath(name)).write(listings)
        journal.finding(FIDELITY, _STOOD_IN_FOR, unit=run.unit, advice=_COMPILED)
        for library in _called(seen):
            what, why = f"The kernels that {library} launches", _CHOOSES.format(library)
            why += _HEURISTIC if library == _CLOSED["cublas"] else ""
            journal.missing(what, why, stage=STAGE, unit=run.unit, selection=run.selection, always=True)
        if any(call.code for call in seen.calls):
            journal.missing(_LINES, _NO_LINES, stage=STAGE, unit=run.unit, selection=run.selection, always=True)
        _say_what_hooks_missed(again, journal, run)
        journal.missing("What the GPU did", _GPU, stage="nvidia-gpu", selection=run.selection)
    elif again.trouble is None:
        journal.missing(facts["what"], _NOTHING, stage=STAGE, selection=run.selection)
    _say_trouble(again, seen, journal, run, facts["what"])


def _on_gpu(again: SecondRun) -> Seen:
    """What the second run saw, if any of it was on the GPU."""
    seen = read_seen(again.recording) if again.recording.exists() else Seen()
    return seen if any(call.asked for call in seen.calls) else Seen()


def _called(seen: Seen) -> tuple[str, ...]:
    """The closed libraries that were called."""
    names = {event[1] for call in seen.calls for event in call.asked if event[0] == "call"}
    return tuple(library for prefix, library in _CLOSED.items() if any(name.startswith(prefix) for name in names))


def _say_what_hooks_missed(again: SecondRun, journal: Journal, run: Run) -> None:
    """What the tracers could not see of the second run, in their own words."""
    for written in read_journals(again.recording.parent):
        for record in written.of("missing"):
            journal.missing(str(record["what"]), str(record["why"]), stage=STAGE, selection=run.selection)


def _say_trouble(again: SecondRun, seen: Seen, journal: Journal, run: Run, what: str) -> None:
    if again.trouble is not None:
        what = "The rest of the dry run" if seen.calls else what
        journal.missing(what, again.trouble, stage=STAGE, selection=run.selection)
