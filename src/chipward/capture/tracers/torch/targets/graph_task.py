"""Compiles one graph of the program for a chip that is not here, down to the kernels that Inductor writes for it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chipward.bundle.journal import Journal
from chipward.capture.not_built import NotBuiltError
from chipward.capture.options import Options
from chipward.capture.session import Session
from chipward.capture.tracers.torch.compile import inlined_calls, watching
from chipward.capture.tracers.torch.compile.frames import FrameFacts
from chipward.capture.tracers.torch.compile.graph_text import GraphText
from chipward.capture.tracers.torch.compile.identity import CompileId
from chipward.capture.tracers.torch.compile.recorder import Recorder
from chipward.capture.tracers.torch.compile.records import Told
from chipward.capture.tracers.torch.compile.scope import OfAnotherFrame, Scope
from chipward.capture.tracers.torch.compile.state import Compilation, Printed
from chipward.capture.tracers.torch.compile.syntax import TRITON
from chipward.capture.tracers.torch.targets import fidelity, recording
from chipward.capture.tracers.torch.targets.compiling import OnTheGpu
from chipward.capture.tracers.torch.targets.kernels.leaving import leave_kernel
from chipward.capture.tracers.torch.targets.kernels.reasons import no_triton
from chipward.capture.tracers.torch.targets.own_kernels.lines import tell_of_own_kernels
from chipward.capture.tracers.torch.targets.pretend import pretend
from chipward.capture.tracers.torch.targets.pretend.undecided import NOTES
from chipward.capture.tracers.torch.targets.recording import FOLDER
from chipward.capture.tracers.torch.targets.refusals import why_not_compiled, why_not_read
from chipward.capture.tracers.torch.targets.unseen_there import below_aten, unseen_on
from chipward.capture.tracers.tracer import Task
from chipward.dataset.targets import find_gpu
from chipward.model.target import Target

ORIGIN = "compiled"
MOVED = Told(
    "graph",
    "fx-graph",
    "dynamo",
    "FX graph that Dynamo took from the bytecode, its tensors on the GPU",
    how="The graph that Dynamo made on the CPU, with each device in it replaced",
)


def compile_graph(facts: Mapping[str, Any], journal: Journal) -> None:
    """Do the after-work of one graph and one target."""
    target = find_gpu(facts["target"])
    if why := no_triton():
        journal.missing(facts["what"], why, unit=facts["unit"], selection=facts["selection"])
        return
    try:
        pretend(target)
    except NotBuiltError as error:
        journal.missing(facts["what"], str(error), unit=facts["unit"], selection=facts["selection"])
        return
    journal.know_sources(facts["sources"])
    name, file, line = facts["function"]
    again = OfAnotherFrame(facts["unit"], FrameFacts(name, file, line), facts["slug"])
    scope = Scope(facts["selection"], ORIGIN, unseen_on(target), again, below_aten(target))
    which = CompileId(*facts["compile"])
    session = Session(journal, Options())
    graph = journal.folder / FOLDER / Path(facts["graph"]).name  # where the recording lies by now
    try:
        seen, moved = OnTheGpu.read(graph), OnTheGpu.read(graph)
    except Exception as error:  # noqa: BLE001 -- an operator of the program's own, or whatever else only it has
        journal.missing(facts["what"], why_not_read(error), unit=facts["unit"], selection=facts["selection"])
        return
    try:
        if seen.note_values():  # where it had to make up symbols, the second graph is left to make them itself
            moved.note_values()
    except Exception as error:  # noqa: BLE001 -- whatever it is, it becomes the reason
        journal.missing("The types in the graph", why_not_compiled(error), stage="dynamo", unit=scope.frame_id(which))
    NOTES.take()
    with watching(session, scope) as recorder:
        compilation = recorder.begin(which)
        journal.seen(compilation.unit)
        text = seen.text()
        artifact = recorder.keep_text(compilation.unit, MOVED, text)
        printed = compilation.texts["dynamo-graph"] = Printed(artifact, GraphText(text))
        with session.guard(inlined_calls.WHAT, "dynamo", unit=compilation.unit):
            inlined_calls.tell_callers(journal, printed, seen.recorded.graph)
        fidelity.tell_of_graph(journal, compilation, seen.recorded, target)
        try:
            moved.compile(which)
        except Exception as error:  # noqa: BLE001 -- whatever it is, it becomes the reason
            journal.missing(facts["what"], why_not_compiled(error), unit=compilation.unit)
        _leave_kernels(recorder, compilation, target, reuse_caches=facts.get("reuse_caches", False))
        if (own := seen.recorded.own_kernels) is not None:
            kernels = [(built.source, built.artifact) for graph in compilation.graphs for built in graph.built.values()]
            with session.guard("The lines of the program's Triton kernels", "triton", unit=compilation.unit):
                tell_of_own_kernels(journal, own, kernels, compilation.unit)
        fidelity.tell_of_choices(journal, compilation, NOTES.take(), seen.recorded)


def _leave_kernels(recorder: Recorder, compilation: Compilation, target: Target, *, reuse_caches: bool) -> None:
    for graph in compilation.graphs:
        for name, kernel in graph.built.items():
            if kernel.syntax is TRITON:
                leave_kernel(
                    recorder.session.journal,
                    target=target.id,
                    unit=kernel.unit,
                    name=name,
                    source=kernel.source,
                    triton=kernel.artifact,
                    selection=recorder.scope.selection,
                    reuse_caches=reuse_caches,
                )


TASKS: Mapping[str, Task] = {recording.TASK: compile_graph}
