"""Writes what the hooks see into the journal: units, artifacts, and maps once a graph is done."""

import json
import os
import sys
import threading
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING

from chipward.capture.tracers.torch.compile import findings, inlined_calls, maps
from chipward.capture.tracers.torch.compile.findings import kernels as kernel_findings
from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.frames import cache_answers, frame_facts
from chipward.capture.tracers.torch.compile.graph_text import GraphText
from chipward.capture.tracers.torch.compile.identity import (
    CompileId,
    compile_of,
    current_graph,
    is_inference,
)
from chipward.capture.tracers.torch.compile.records import FRAME_RECORDS, GRAPH_RECORDS, HANDED_OVER, Told
from chipward.capture.tracers.torch.compile.scope import OF_THE_PROGRAM, Scope
from chipward.capture.tracers.torch.compile.stable import stable
from chipward.capture.tracers.torch.compile.state import Compilation, Graph, Printed
from chipward.capture.tracers.torch.compile.structured import ARTIFACT

if TYPE_CHECKING:
    from chipward.capture.session import Session
    from chipward.capture.tracers.torch.own_gpu.given import Given

_AFRESH = "Trace without --reuse-caches to see every stage."
_STRING, _START = "str", "dynamo_start"
_FIGURES = ("compilation_metrics", "bwd_compilation_metrics")
_PROVENANCE = "inductor_provenance_tracking_node_mappings"
_OF_USE = frozenset({_STRING, _START, _PROVENANCE, *_FIGURES})  # beside texts and what becomes a finding
_EQUAL = "An equal graph was compiled before in this run; its units show every stage."


class Recorder:
    """What this process has compiled so far."""

    def __init__(self, session: "Session", scope: Scope = OF_THE_PROGRAM) -> None:
        self.session = session
        self.scope = scope
        self.lock = threading.RLock()
        self.strings: dict[int, str] = {}  # PyTorch interns the file names of its structured trace
        self.compilations: dict[CompileId, Compilation] = {}
        self.given: Given | None = None  # what a GPU of this machine was given
        self.described: dict[int, Foreign] = {}  # Triton's functions that graphs for the targets have, by identity
        self.passes_over: Callable[[CompileId, str, str], bool] | None = None  # a text of a kind, of no use to a reader
        renew = weakref.WeakMethod(self._renew_lock)
        os.register_at_fork(after_in_child=lambda: (method := renew()) and method())

    def _renew_lock(self) -> None:
        self.lock = threading.RLock()  # another thread may have held it at the fork, and is not there any more

    @property
    def version(self) -> str:
        """PyTorch, as a recipe names it."""
        return f"torch {getattr(sys.modules.get('torch'), '__version__', 'of an unknown version')}"

    def takes(self, name: str) -> bool:
        """Whether a record of the structured trace is of use."""
        return name in _OF_USE or name in FRAME_RECORDS or name in GRAPH_RECORDS or name in findings.REPORTS

    def take(self, kind: str, value: Foreign, metadata: dict[str, Foreign], payload: str | None) -> None:
        """Take a record of PyTorch's structured trace."""
        with self.session.guard("A report of the compiler"), self.lock:
            if kind == _STRING:
                self.strings[value[1]] = value[0]
                return
            name = value["name"] if kind == ARTIFACT else kind
            which = compile_of(metadata)
            if which is None:
                return
            if self.passes_over is not None and payload is not None and self.passes_over(which, name, payload):
                return
            if name == _START:
                self.begin(which, value)
            elif name in _FIGURES:
                findings.compiled(self, which, value)
                self.finish(which)
                self._end(which, value)
            elif name == _PROVENANCE and payload is not None:
                self._take_provenance(payload)
            elif (told := FRAME_RECORDS.get(name)) and payload is not None:
                self._keep_for_frame(which, told, payload)
            elif (told := GRAPH_RECORDS.get(name)) and payload is not None:
                self._keep_for_graph(which, told, payload)
            elif self.scope.again is None:  # what these say of the program, they have said
                findings.reported(self, which, name, value, payload)

    def begin(self, which: CompileId, value: Foreign = None) -> Compilation:
        """Begin a compilation, or return the one that has begun."""
        known = self.compilations.get(which)
        if known is not None and value is None:
            return known
        again = self.scope.again
        facts = again.function if again else frame_facts(value, self.strings)
        if known is not None and known.function == facts and not known.is_done:
            return known  # Dynamo starts a frame again when it has learned where to break the graph
        journal = self.session.journal
        source = journal.source(facts.file) if facts.file else None
        unit = journal.unit(
            self.scope.frame_id(which),
            name=facts.name,
            kind="frame",
            parent=again.unit if again else None,
            selection=self.scope.selection,
            place=(source, facts.line) if source and facts.line else None,
        )
        compilation = self.compilations[which] = Compilation(which, unit, facts)
        if again:
            self._file(compilation)
        return compilation

    def graph(self, which: CompileId, direction: str, number: int | None = None) -> Graph:
        """Return the graph of a compilation that runs in a direction, begun if it is new."""
        compilation = self.begin(which)
        same = [graph for graph in compilation.graphs if graph.direction == direction]
        for graph in same:
            if number is None or graph.number in (None, number):
                graph.number = number if graph.number is None else graph.number
                return graph
        suffix = f"-{len(same) + 1}" if same else ""
        name = self.session.journal.unit(
            f"{self.scope.graph_id(which, direction)}{suffix}",
            name=f"{direction} graph",
            kind="graph",
            parent=compilation.unit,
            note="Compiled for inference: no gradient is asked for." if is_inference() else None,
        )
        self.session.journal.seen(name)
        compilation.graphs.append(Graph(name, which, direction, number))
        return compilation.graphs[-1]

    def current(self) -> Graph | None:
        """The graph that this thread is compiling."""
        which = current_graph()
        if which is None or which.compile is None:
            return None
        return self.graph(which.compile, which.direction, which.number)

    def finish(self, which: CompileId) -> None:
        """Write the maps of all graphs of a compilation that are done."""
        compilation = self.compilations.get(which)
        if compilation is None:
            return
        self._file(compilation)
        below = compilation.below or self.scope.below
        for graph in compilation.graphs:
            if not graph.finished and graph.wrapper is not None:
                with self.session.guard("Maps between the texts of a graph", "inductor", unit=graph.unit):
                    maps.write(self.session.journal, compilation, graph)
                with self.session.guard("What there is to know of a graph's kernels", "cpp", unit=graph.unit):
                    kernel_findings.tell(self.session.journal, compilation.function, graph, below)
                graph.finish()

    def _end(self, which: CompileId, metrics: Foreign) -> None:
        compilation = self.begin(which)
        if not compilation.is_done:  # the figures of a backward pass come later
            seconds = metrics.get("entire_frame_compile_time_s") if isinstance(metrics, dict) else None
            self.session.journal.seen(compilation.unit, seconds=seconds if isinstance(seconds, float) else None)
        compilation.is_done = True

    def stop(self) -> None:
        """Finish whatever is unfinished."""
        with self.lock:
            for which in list(self.compilations):
                self.finish(which)

    def keep_text(self, unit: str, told: Told, payload: str, *, cached: bool = False) -> str:
        """Keep a text that PyTorch handed over, and the source of each file that it names."""
        text = stable(payload)
        for file in told.files_named(text):
            self.session.journal.source(file)
        return self.session.journal.artifact(
            unit,
            told.name,
            stage=told.stage,
            kind=told.kind,
            title=told.title,
            content=text,
            how=told.how or HANDED_OVER,
            origin=self.scope.origin,
            versions=(self.version,),
            cached=cached,
        )

    def _file(self, compilation: Compilation, dynamo: GraphText | None = None) -> None:
        """Say what nobody can see on the path of a frame, and which path that is if its graph lies on a GPU."""
        if compilation.is_filed:
            return
        compilation.is_filed = True
        selection, unseen = self.scope.selection, self.scope.unseen()
        if dynamo is not None and (number := dynamo.gpu) is not None and self.scope.again is None:
            with self.session.guard("What is compiled for a GPU of this machine", "dynamo", unit=compilation.unit):
                from chipward.capture.tracers.torch.own_gpu.filing import file_under_gpu  # noqa: PLC0415 -- who has one pays

                there = file_under_gpu(self.session.journal, compilation, number)
                selection, unseen = there or (selection, unseen)
        for each in unseen:
            self.session.missing(each.what, each.why, stage=each.stage, selection=selection, always=True)

    def _answered(self, graph: Graph) -> None:
        if graph.cached:
            return
        graph.cached = True
        function = self.compilations[graph.compile].function
        answered = f"A cache of PyTorch answers for the {graph.direction} graph of {function.name}"
        self.session.journal.finding(
            "cache-hit",
            f"{answered}: the stages between were not run again.",
            unit=graph.unit,
            advice=_AFRESH if self.session.options.reuse_caches else _EQUAL,
        )
        self.session.missing(
            "Inductor's IR, and the lines that each operator became", f"{answered}.", stage="inductor", unit=graph.unit
        )

    def _take_provenance(self, payload: str) -> None:
        graph = self.current()
        if graph is not None:
            graph.provenance = json.loads(payload).get("preToPost", {})

    def _keep_for_frame(self, which: CompileId, told: Told, payload: str) -> None:
        compilation = self.begin(which)
        printed = GraphText(payload)
        if told.name == "dynamo-graph":
            self._file(compilation, printed)
        artifact = self.keep_text(compilation.unit, told, payload, cached=cache_answers())
        compilation.texts[told.name] = Printed(artifact, printed)
        if told.name == "dynamo-graph":
            self._tell_of_graph(compilation)

    def _tell_of_graph(self, compilation: Compilation) -> None:
        graph = inlined_calls.graph_handed_over()
        if graph is None:
            why = f"{self.version} hands its graphs over in another place than chipward knows."
            self.session.missing(inlined_calls.WHAT, why, stage="dynamo")
            return
        with self.session.guard(inlined_calls.WHAT, "dynamo", unit=compilation.unit):
            inlined_calls.tell_callers(self.session.journal, compilation.texts["dynamo-graph"], graph)
        with self.session.guard("Which lines PyTorch loses below this graph", "dynamo", unit=compilation.unit):
            findings.of_graph(self.session.journal, compilation.unit, graph)

    def _keep_for_graph(self, which: CompileId, told: Told, payload: str) -> None:
        now = current_graph()
        direction = told.direction or (now.direction if now else "forward")
        graph = self.graph(which, direction, now.number if now and now.direction == direction else None)
        if cache_answers():
            self._answered(graph)
        artifact = self.keep_text(graph.unit, told, payload, cached=graph.cached)
        printed = Printed(artifact, GraphText(payload))
        graph.texts[told.name] = printed
        if told.name == "wrapper":
            graph.wrapper = printed
