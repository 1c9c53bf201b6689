"""From the line of the program that called a library's function to what Dynamo made of that function.

Dynamo follows calls into libraries, and keeps the whole stack with each node of its graph. The text that it prints
names the innermost line alone: for `flex_attention` one of PyTorch's own, for a function of a package one of that.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from types import FrameType
from typing import TYPE_CHECKING

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.graph_text import Node
from chipward.capture.tracers.torch.compile.graphs_within import graphs_within
from chipward.capture.tracers.torch.compile.state import Printed
from chipward.capture.tracers.torch.owners import Owner, owner_of_file

if TYPE_CHECKING:
    from chipward.bundle.journal import Journal

WHAT = "Which lines of the program call a library"
METHOD = "The innermost line of the program in the stack that Dynamo keeps with a node: it called a library's function"
_REST = "names a line of the program itself, has no stack, is an input or is no node"
_FRAME = re.compile(r'^\s*File "(.+?)", line (\d+), in ', re.MULTILINE)
_HANDS_OVER = ("compile_and_call_fx_graph", "torch._dynamo.output_graph")


def graph_handed_over() -> Foreign:
    """The graph that Dynamo hands over to its backend in this thread, None if it is handing over none."""
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 -- Python's own way to look at the stack
    while frame is not None:
        if (frame.f_code.co_name, frame.f_globals.get("__name__")) == _HANDS_OVER:
            return frame.f_locals.get("gm")
        frame = frame.f_back
    return None


def frames_of(node: Foreign) -> list[tuple[str, int]]:
    """The files and lines of a node's stack, the innermost last. An input has none: its stack is its first reader's."""
    stack = None if node.op == "placeholder" else node.stack_trace
    return [(file, int(line)) for file, line in _FRAME.findall(stack or "")]


def callers(graph: Foreign) -> Iterator[tuple[Node, str, int]]:
    """Each node that a library's line made, with the file and the line of the program that called the library."""
    for name, module in graphs_within(graph):
        for node in module.graph.nodes:
            frames = frames_of(node)
            own = [at for at, (file, _) in enumerate(frames) if owner_of_file(file) is Owner.PROGRAM]
            if own and own[-1] < len(frames) - 1:
                yield (name.replace(".", "_"), node.name), *frames[own[-1]]


def tell_callers(journal: "Journal", printed: Printed, graph: Foreign) -> None:
    """Write a map from each file of the program that called libraries to the graph, as it is printed."""
    lines: Mapping[Node, int] = printed.graph.nodes
    edges: dict[str, list[tuple[int, int, str]]] = {}
    for node, file, line in callers(graph):
        if node in lines and (source := journal.source(file)):
            edges.setdefault(source, []).append((line, lines[node], "inlined"))
    length = printed.graph.text.count("\n") + (not printed.graph.text.endswith("\n"))
    for source, found in edges.items():
        rest = length - len({end for _, end, _ in found})
        journal.map(source, printed.artifact, found, method=METHOD, losses=[("to", rest, _REST)] if rest else [])
