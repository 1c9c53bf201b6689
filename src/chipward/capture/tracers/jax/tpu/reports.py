"""What XLA and libtpu report of a compilation for TPUs: passes, where values lie and how long, memory, and cost."""

from collections.abc import Mapping
from typing import NamedTuple

from chipward.artifacts.xla.hlo import HloModule
from chipward.artifacts.xla.hlo_passes import dump_of, passes, tell_passes
from chipward.artifacts.xla.metadata import bare_hlo
from chipward.artifacts.xla.stable import stable_hlo
from chipward.artifacts.xla.values import values_in
from chipward.capture.tracers.jax.losses import Loss
from chipward.capture.tracers.jax.tpu.compiling import Compiled
from chipward.capture.tracers.jax.work import Work

HOW = "Written down by libtpu as it compiled for {}"
ORIGIN = "compiled"
_FIRST, _LAST = ".before_optimizations.txt", ".after_optimizations.txt"
_NAMED = "Each value is named after the instruction that makes it"
_ADDED, _OTHERS = "values of instructions that the optimised HLO no longer has", "headings and figures of allocations"
_UNSAID = "instructions whose values lie in no buffer"


class _Report(NamedTuple):
    name: str
    ending: str
    kind: str
    title: str


_REPORTS = (
    _Report(
        "buffer-assignment", ".after_optimizations-buffer-assignment.txt", "buffer-assignment", "Buffer assignment"
    ),
    _Report("live-ranges", ".after_optimizations-live-range.txt", "live-ranges", "Live ranges"),
    _Report("memory", ".after_optimizations-memory-usage-report.txt", "memory-report", "Memory"),
)


def keep_reports(work: Work, compiled: Compiled, hlo: str, module: HloModule) -> None:
    """Keep all reports, and map the optimised HLO to what speaks of its values. What is not there is missing.

    Args:
        work: what is compiled.
        compiled: what came of it.
        hlo: the artifact of the optimised HLO.
        module: that HLO, read.
    """
    _keep_passes(work, compiled.dumped)
    for report in _REPORTS:
        found = _one(compiled.dumped, report.ending)
        if found is None:
            _missing(work, report.title)
        else:
            _map(work, hlo, module, _keep(work, report.name, report.kind, report.title, found), found)
    lines = [line for heading, figures in compiled.costs.items() for line in _figures(heading, figures)]
    _keep(work, "costs", "cost-analysis", "Cost analysis", "".join(f"{line}\n" for line in lines))


def _keep_passes(work: Work, dumped: Mapping[str, bytes]) -> None:
    first = _one(dumped, _FIRST)
    if first is None:
        _missing(work, "The HLO before XLA's passes, and what each of them changed")
        return
    _keep(work, "hlo-before", "hlo", "HLO before XLA's passes", stable_hlo(first))
    last = _one(dumped, _LAST)
    texts = ((dump, bare_hlo(_text(content))) for name, content in dumped.items() if (dump := dump_of(name)))
    first = bare_hlo(first)
    told = tell_passes(first, passes(first, texts, bare_hlo(last) if last is not None else None))
    _keep(work, "passes", "hlo-passes", "XLA's passes", told)


def _figures(heading: str, figures: Mapping[str, float]) -> list[str]:
    plain = {name: value for name, value in figures.items() if "{" not in name}  # the others are of single operands
    width = max(map(len, plain), default=0)
    rows = [f"  {name:<{width}}  {int(one) if one.is_integer() else one}" for name, one in sorted(plain.items())]
    return [f"{heading}:", *rows] if rows else []


def _one(dumped: Mapping[str, bytes], ending: str) -> str | None:
    return next((_text(content) for name, content in dumped.items() if name.endswith(ending)), None)


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")


def _keep(work: Work, name: str, kind: str, title: str, content: str) -> str:
    return work.journal.artifact(
        work.unit,
        name,
        stage=work.stage("xla"),
        kind=kind,
        title=title,
        content=content,
        how=HOW.format(work.target),
        origin=ORIGIN,
        text=True,
    )


def _map(work: Work, hlo: str, module: HloModule, artifact: str, text: str) -> None:
    values = [(value.line, module.by_name.get(value.instruction)) for value in values_in(text)]
    edges = [(found.line, line, "exact") for line, found in values if found is not None]
    if not edges:
        return
    starts = {edge[0] for edge in edges}
    lost: tuple[Loss, ...] = (
        ("from", sum(one.line not in starts for one in module.instructions), _UNSAID),
        ("to", len(values) - len(edges), _ADDED),
        ("to", text.count("\n") - len(values), _OTHERS),
    )
    work.journal.map(hlo, artifact, edges, method=_NAMED, losses=[loss for loss in lost if loss[1] > 0])


def _missing(work: Work, what: str) -> None:
    why = "This libtpu did not write it down when it was asked to."
    work.journal.missing(what, why, stage=work.stage("xla"), unit=work.unit)
