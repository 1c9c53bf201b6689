"""Inductor's IR before and after fusion, and which FX nodes each of its lines computes."""

import functools
import re
from collections import Counter
from types import ModuleType

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.graph_text import Node
from chipward.capture.tracers.torch.compile.hooks import Hooks
from chipward.capture.tracers.torch.compile.origins import fx_nodes, stamp_of, subgraph
from chipward.capture.tracers.torch.compile.recorder import Recorder
from chipward.capture.tracers.torch.compile.stable import stable
from chipward.capture.tracers.torch.compile.state import AFTER, BEFORE, InductorIr

_MOMENTS = {
    "log_ir_pre_fusion": (BEFORE, "Inductor's IR before fusion"),
    "log_ir_post_fusion": (AFTER, "Inductor's IR after fusion"),
}

# Its lines: `op1: SchedulerNode(ComputedBuffer)`, `op0.node.kernel = extern_kernels.addmm`, `class op1_loop_body:`,
# `    def body(self, ops):`, `        relu = ops.relu(load)`.
_OPERATION = re.compile(r"^(\w+): \w+\(")
_KERNEL = re.compile(r"^(\w+)\.node\.kernel = ")
_BODY = re.compile(r"^class (\w+)_loop_body:")
_BLOCK = re.compile(r"^    def (\w+)\(self, ops\):")
_STEP = re.compile(r"^        (\w+) = ")


def watch(debug: ModuleType, hooks: Hooks, recorder: Recorder) -> None:
    """Take the IR where Inductor would log it."""
    formatter = getattr(debug, "DebugFormatter", None)
    if not hasattr(formatter, "_write_ir"):
        hooks.absent("Inductor's IR", "torch._inductor.debug.DebugFormatter._write_ir", "inductor")
        return
    for name, (artifact, title) in _MOMENTS.items():
        keep = functools.partial(_keep, recorder, formatter, artifact, title)
        hooks.before(debug, name, keep, what=title, stage="inductor")


def _keep(recorder: Recorder, formatter: Foreign, name: str, title: str, nodes: Foreign) -> None:
    graph = recorder.current()
    if graph is None:
        return
    inside = subgraph()
    if inside:
        name, title = f"{name}-{inside}", f"{title}, of {inside}"
    text = stable(formatter._write_ir(nodes))  # noqa: SLF001 - what Inductor's own log prints
    artifact = recorder.session.journal.artifact(
        graph.unit,
        name,
        stage="inductor",
        kind="inductor-ir",
        title=title,
        content=text,
        how="Printed by Inductor's own formatter where Inductor would log it",
        origin=recorder.scope.origin,
        versions=(recorder.version,),
    )
    graph.ir[name] = read_ir(artifact, text, nodes)


def read_ir(artifact: str, text: str, nodes: Foreign) -> InductorIr:
    """Find the lines of a printed IR and tie them to the objects that they were printed from."""
    operations = {single.get_name(): single for node in nodes for single in node.get_nodes()}
    lines = _Lines(text)
    body_lines: dict[Foreign, int] = {}
    edges: list[tuple[Node, int, str]] = []
    losses: Counter[str] = Counter()
    for (operation, block, step_name), line in lines.steps.items():
        step = _steps(operations.get(operation), block).get(step_name)
        if step is None:
            losses["printed from a loop body that Inductor rebuilt"] += 1
            continue
        body_lines[step] = line
        stamp, kind = stamp_of(step)
        edges += [(node, line, kind) for node in stamp]
        if not stamp:
            losses[_why_unstamped(step)] += 1
    for operation, line in lines.kernels.items():
        edges += [(node, line, "exact") for node in _origin(operations.get(operation))]
    edges += [
        (node, line, "unit")
        for operation, line in lines.operations.items()
        for node in _origins(operations.get(operation))
    ]
    rest = lines.count - len({line for _, line, _ in edges}) - sum(losses.values())
    losses["description of a buffer or a loop"] = rest
    return InductorIr(artifact, body_lines, edges, dict(lines.operations), dict(losses))


def _why_unstamped(step: Foreign) -> str:
    return "index arithmetic" if step.op == "call_module" else "step that Inductor added"


class _Lines:
    """The lines of a printed IR by what stands on them."""

    def __init__(self, text: str) -> None:
        self.steps: dict[tuple[str, str, str], int] = {}
        self.operations: dict[str, int] = {}
        self.kernels: dict[str, int] = {}
        self.count = 0
        body = block = ""
        for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
            self.count = number
            if match := _OPERATION.match(line):
                self.operations[match[1]] = number
                body = ""
            elif match := _KERNEL.match(line):
                self.kernels[match[1]] = number
            elif match := _BODY.match(line):
                body = match[1]
            elif body and (match := _BLOCK.match(line)):
                block = match[1]
            elif body and (match := _STEP.match(line)):
                self.steps.setdefault((body, block, match[1]), number)


def _steps(operation: Foreign, block: str) -> dict[str, Foreign]:
    body = getattr(operation, "_body", None)
    if body is None:
        return {}
    graph = body.root_block.graph if block == "body" else body.subblocks[block].graph
    return {step.name: step for step in graph.nodes}


def _origin(operation: Foreign) -> list[Node]:
    origin = getattr(getattr(operation, "node", None), "origin_node", None)
    return fx_nodes([origin]) if origin is not None else []


def _origins(operation: Foreign) -> list[Node]:
    node = getattr(operation, "node", None)
    return sorted(fx_nodes(node.origins)) if node is not None else []
