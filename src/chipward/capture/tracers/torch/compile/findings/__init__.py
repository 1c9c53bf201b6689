"""What a person should know of a compilation, in plain words, each with its place."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from chipward.capture.tracers.torch.compile.findings import attention, failures, graph_breaks, recompiles, shapes
from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.identity import CompileId

if TYPE_CHECKING:
    from chipward.bundle.journal import Journal
    from chipward.capture.tracers.torch.compile.recorder import Recorder

Report = Callable[["Recorder", CompileId, Foreign, str | None], None]

REPORTS: Mapping[str, Report] = {
    "dynamo_graph_break_reason": graph_breaks.tell,
    "recompile_reasons": recompiles.tell,
    "create_symbol": shapes.tell,
    "create_unbacked_symbol": shapes.tell_unbacked,
}


def reported(recorder: "Recorder", which: CompileId, name: str, value: Foreign, payload: str | None) -> None:
    """Take a report that is no text of a stage."""
    report = REPORTS.get(name)
    if report is not None:
        report(recorder, which, value, payload)


def compiled(recorder: "Recorder", which: CompileId, metrics: Foreign) -> None:
    """Take the figures that end a compilation."""
    if isinstance(metrics, dict):
        failures.tell(recorder, which, metrics)


def of_graph(journal: "Journal", unit: str, graph: Foreign) -> None:
    """Tell of what stands in a graph of Dynamo's."""
    attention.tell(journal, unit, graph)
