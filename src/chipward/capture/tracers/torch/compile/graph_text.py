"""Where the nodes of an FX graph stand in the text that PyTorch prints of it."""

import re
from collections.abc import Iterable, Mapping
from functools import cached_property

# Lines of nodes, with and without a type, and of an input:
# | add: "f32[32, 64][64, 1]cpu" = torch.ops.aten.add.Tensor(addmm_1, primals_3);  addmm_1 = None
# | var_mean = torch.ops.aten.var_mean.correction(add, [1], correction = 0, keepdim = True)
# | primals_1: "f32[128, 64][64, 1]cpu"  # PlainAOTInput(idx=0)
_NODE = re.compile(r"^(\s+)([A-Za-z_]\w*)(?:: \"[^\"]*\")?(?: = (.*)|  # .*)$")
_MODULE = re.compile(r"^(\s*)class (\S+)\(torch\.nn\.Module\):")
_ARGUMENTS = re.compile(r"^(\s+)def forward\(self(.*)\):")
_ARGUMENT = re.compile(r", ([A-Za-z_]\w*)(?=: |, |$)")
_TARGET = re.compile(r"^([A-Za-z_][\w.]*)\(")
# A tensor's type, shape, strides (where it has a shape) and device, as PyTorch prints them behind its name. AMD's GPUs
# go by CUDA's name.
_ON_GPU = re.compile(r': "\w+\[[^"]*\]cuda:(\d+)"')

Node = tuple[str, str]  # the module that holds it ("" for the whole graph), its name


class GraphText:
    """A printed FX graph: its text, and the line of each node. Graphs inside it (the arms of a cond) have a name."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def nodes(self) -> Mapping[Node, int]:
        """The line of each node, 1-based. An argument that is printed in the signature stands on its line."""
        return {node: line for node, (line, _) in self._read.items()}

    @property
    def gpu(self) -> int | None:
        """The number of the GPU that tensors of it lie on, None if they are all on the CPU."""
        found = _ON_GPU.search(self.text)
        return int(found[1]) if found else None

    @cached_property
    def targets(self) -> Mapping[Node, str]:
        """What each node calls, where it is a call: torch.ops.aten.add.Tensor."""
        return {node: target for node, (_, target) in self._read.items() if target}

    @cached_property
    def _read(self) -> dict[Node, tuple[int, str]]:
        found: dict[Node, tuple[int, str]] = {}
        modules: list[tuple[int, str]] = []
        for number, line in enumerate(self.text.split("\n"), 1):
            if module := _MODULE.match(line):
                depth = len(module[1])
                modules = [(other, name) for other, name in modules if other < depth]
                # Inductor names a graph inside a graph inside the whole by both: true_graph_0_false_graph_0.
                outer = modules[-1][1] if modules else ""
                modules.append((depth, f"{outer}_{module[2]}".lstrip("_") if modules else ""))
            elif arguments := _ARGUMENTS.match(line):
                module_name = modules[-1][1] if modules else ""
                for name in _ARGUMENT.findall(_without_annotations(arguments[2])):
                    found.setdefault((module_name, name), (number, ""))
            elif node := _NODE.match(line):
                module_name = _holder(modules, len(node[1]))
                target = _TARGET.match(node[3] or "")
                found.setdefault((module_name, node[2]), (number, target[1] if target else ""))
        return found


def _without_annotations(arguments: str) -> str:
    return re.sub(r': "[^"]*"', "", arguments)


def _holder(modules: Iterable[tuple[int, str]], indent: int) -> str:
    inside = [name for depth, name in modules if depth < indent]
    return inside[-1] if inside else ""


def same_nodes(start: GraphText, end: GraphText, *, same_target: bool) -> list[tuple[int, int, str]]:
    """Edges between nodes of the same name, if asked only where both call the same."""
    return [
        (line, end.nodes[node], "exact")
        for node, line in start.nodes.items()
        if node in end.nodes and (not same_target or start.targets.get(node) == end.targets.get(node))
    ]


def named_nodes(start: GraphText, end: GraphText, became: Mapping[str, Iterable[str]]) -> list[tuple[int, int, str]]:
    """Edges along a mapping of names. Where several nodes became one, all are kept and the edge says so."""
    pairs = [
        (start.nodes["", name], end.nodes["", after])
        for name, afters in became.items()
        for after in afters
        if ("", name) in start.nodes and ("", after) in end.nodes
    ]
    return kinds_by_merging(pairs)


def kinds_by_merging(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int, str]]:
    """Edges that are exact where the end has one start, and fused where it has several."""
    unique = sorted(set(pairs))
    starts_of: dict[int, int] = {}
    for _, end in unique:
        starts_of[end] = starts_of.get(end, 0) + 1
    return [(start, end, "exact" if starts_of[end] == 1 else "fused") for start, end in unique]
