"""What XLA reports of a compilation for a GPU: its passes, where values lie and how long, memory."""

from typing import NamedTuple

from chipward.artifacts.xla.hlo_passes import dump_of, passes, tell_passes
from chipward.artifacts.xla.metadata import bare_hlo
from chipward.artifacts.xla.stable import stable_hlo
from chipward.capture.tracers.jax.gpu.compiling import Compiled
from chipward.capture.tracers.jax.gpu.writing import keep
from chipward.capture.tracers.jax.work import Work

_XLA = "xla"
_FIRST, _LAST = "before_optimizations.txt", "_gpu_after_optimizations.txt"
_NOT_WRITTEN = "This version of XLA did not write it down when it was asked to."
_NO_COST = "XLA has no cost analysis of an executable that it made without a device."


class _Report(NamedTuple):
    name: str
    ending: str
    title: str


# By their kinds.
_REPORTS = {
    "buffer-assignment": _Report("buffer-assignment", "-buffer-assignment.txt", "Buffer assignment"),
    "live-ranges": _Report("live-ranges", "-live-range.txt", "Live ranges"),
    "memory-report": _Report("memory", "-memory-usage-report.txt", "Memory"),
}


def keep_reports(work: Work, compiled: Compiled) -> None:
    """Keep what XLA wrote down. What is not there is missing."""
    first = compiled.dumped.get(_FIRST)
    if first is None:
        _missing(work, "The HLO before XLA's passes, and what each of them changed")
    else:
        _keep(work, "hlo", "hlo-before", "HLO before XLA's passes", stable_hlo(first))
        last = next((bare_hlo(text) for name, text in compiled.dumped.items() if name.endswith(_LAST)), None)
        # The name stands without the module's here, and a reader of names wants to see where it begins.
        first = bare_hlo(first)
        texts = ((dump, bare_hlo(text)) for name, text in compiled.dumped.items() if (dump := dump_of(f".{name}")))
        _keep(work, "hlo-passes", "passes", "XLA's passes", tell_passes(first, passes(first, texts, last)))
    for kind, report in _REPORTS.items():
        found = next((text for name, text in compiled.dumped.items() if name.endswith(report.ending)), None)
        if found is None:
            _missing(work, report.title)
        else:
            _keep(work, kind, report.name, report.title, found)
    work.journal.missing("Cost analysis", _NO_COST, stage=work.stage(_XLA), unit=work.unit, always=True)


def _keep(work: Work, kind: str, name: str, title: str, content: str) -> None:
    keep(work, work.unit, name, stage=_XLA, kind=kind, title=title, content=content, how="Written down by XLA")


def _missing(work: Work, what: str) -> None:
    work.journal.missing(what, _NOT_WRITTEN, stage=work.stage(_XLA), unit=work.unit)
