"""What XLA reports of a compilation for the CPU: its passes, where values lie and how long, memory, and cost."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from chipward.artifacts.xla.hlo import HloModule
from chipward.artifacts.xla.hlo_passes import dump_of, passes, tell_passes
from chipward.artifacts.xla.metadata import bare_hlo
from chipward.artifacts.xla.stable import stable_hlo
from chipward.artifacts.xla.values import values_in
from chipward.capture.tracers.jax.cpu.compiling import dumps
from chipward.capture.tracers.jax.cpu.proof import Proof
from chipward.capture.tracers.jax.work import Work

_FIRST, _LAST = ".before_optimizations.txt", ".cpu_after_optimizations.txt"
_XLA = "xla"
_NAMED = "Each value is named after the instruction that makes it"


class _Report(NamedTuple):
    name: str
    ending: str
    kind: str
    title: str


_REPORTS = (
    _Report("buffer-assignment", "-buffer-assignment.txt", "buffer-assignment", "Buffer assignment"),
    _Report("live-ranges", "-live-range.txt", "live-ranges", "Live ranges"),
    _Report("memory", "-memory-usage-report.txt", "memory-report", "Memory"),
)


def keep_reports(work: Work, dumped: Mapping[str, bytes], proof: Proof, hlo: str, module: HloModule) -> None:
    """Keep what was dumped, and map the optimised HLO to what speaks of its values. What is not there is missing.

    Args:
        work: what is compiled.
        dumped: what XLA wrote down, by the names of the files.
        proof: whether that leads to what ran.
        hlo: the artifact of the optimised HLO.
        module: that HLO, read.
    """
    first = next((_text(content) for _, content in dumps(dumped, _FIRST)), None)
    if first is None:
        _missing(work, "The HLO before XLA's passes, and what each of them changed")
    else:
        _keep(work, _Report("hlo-before", "", "hlo", "HLO before XLA's passes"), first, proof)
        last = next((bare_hlo(_text(content)) for _, content in dumps(dumped, _LAST)), None)
        first = bare_hlo(first)
        texts = ((dump, bare_hlo(_text(content))) for name, content in dumped.items() if (dump := dump_of(name)))
        told = tell_passes(first, passes(first, texts, last))
        _keep(work, _Report("passes", "", "hlo-passes", "XLA's passes"), told, proof)
    for report in _REPORTS:
        found = next((content for _, content in dumps(dumped, report.ending)), None)
        if found is None:
            _missing(work, report.title)
        else:
            text = found.decode("utf-8", "replace")
            _map(work, hlo, module, _keep(work, report, text, proof), text)


def keep_costs(work: Work) -> None:
    """Keep what the executable that ran says of its cost and memory."""
    costs = work.handover.costs()
    lines = [line for heading, figures in costs.items() for line in _figures(heading, figures)]
    if not lines:
        return
    work.journal.artifact(
        work.unit,
        "costs",
        stage=work.stage(_XLA),
        kind="cost-analysis",
        title="Cost analysis",
        content="".join(f"{line}\n" for line in lines),
        how="Told by the executable that ran, when it was asked",
        origin="executed",
    )


def _figures(heading: str, figures: object) -> Iterator[str]:
    # XLA tells a cost for each operand of the whole program, too; these are its inner working.
    if not isinstance(figures, Mapping):
        return
    known = {str(name): value for name, value in figures.items() if isinstance(value, int | float)}
    plain = {name: value for name, value in known.items() if "{" not in name}
    width = max(map(len, plain), default=0)
    if plain:
        yield f"{heading}:"
    for name, value in sorted(plain.items()):
        yield f"  {name:<{width}}  {int(value) if float(value).is_integer() else value}"


def _text(content: bytes) -> str:
    return stable_hlo(content.decode("utf-8", "replace"))


def _keep(work: Work, report: _Report, content: str, proof: Proof) -> str:
    return work.journal.artifact(
        work.unit,
        report.name,
        stage=work.stage(_XLA),
        kind=report.kind,
        title=report.title,
        content=content,
        how=proof.how("Written down"),
        origin=proof.origin,
    )


def _map(work: Work, hlo: str, module: HloModule, artifact: str, text: str) -> None:
    values = [(value.line, module.by_name.get(value.instruction)) for value in values_in(text)]
    edges = [(found.line, line, "exact") for line, found in values if found is not None]
    if not edges:
        return
    starts = {edge[0] for edge in edges}
    rest = sum(one.line not in starts for one in module.instructions)
    losses: list[tuple[Literal["from", "to"], int, str]] = [
        ("from", rest, "instructions inside fusions, whose values lie in no buffer"),
        ("to", len(values) - len(edges), "values of instructions that the optimised HLO no longer has"),
        ("to", text.count("\n") - len(values), "headings and figures of whole allocations"),
    ]
    work.journal.map(hlo, artifact, edges, method=_NAMED, losses=[loss for loss in losses if loss[1] > 0])


def _missing(work: Work, what: str) -> None:
    why = "This version of XLA did not write it down when it was asked to."
    work.journal.missing(what, why, stage=work.stage(_XLA), unit=work.unit)
