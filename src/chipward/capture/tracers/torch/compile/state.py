"""What is known so far of one compilation, its graphs and its kernels, while they are being compiled."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.frames import FrameFacts
from chipward.capture.tracers.torch.compile.generated_lines import Origins
from chipward.capture.tracers.torch.compile.graph_text import GraphText, Node
from chipward.capture.tracers.torch.compile.identity import CompileId
from chipward.capture.tracers.torch.compile.origins import MADE_FROM
from chipward.capture.tracers.torch.compile.syntax import CPP, Syntax

if TYPE_CHECKING:
    from chipward.capture.tracers.torch.own_gpu.device import OwnGpu

BEFORE, AFTER = "ir-before-fusion", "ir-after-fusion"  # the moments at which Inductor shows its IR


@dataclass
class Printed:
    """A printed graph: its artifact and where its nodes stand."""

    artifact: str
    graph: GraphText


@dataclass
class KernelText:
    """A kernel as Inductor defined it: its source text, and for each line what it was written for."""

    name: str
    text: str
    uses: list[list[Origins | None]] = field(default_factory=list)  # one list per set of nodes that it was made for
    nodes: list[Node] = field(default_factory=list)  # all nodes of the post-grad graph that it computes
    is_template: bool = False
    stands_for: list[Node] = field(default_factory=list)  # the operator that a template was chosen for
    is_part: bool = False  # one of several kernels that were made of what Inductor scheduled together
    scalar_reasons: list[str] = field(default_factory=list)  # why loops of it are not vectorised


@dataclass
class Call:
    """A call that Inductor wrote into the wrapper: of a kernel of its own, or of one that ATen has."""

    name: str  # cpp_fused_relu_0, extern_kernels.addmm
    nodes: list[Node]
    is_extern: bool
    traceback: str = ""  # where in the program it comes from, as PyTorch prints it
    opening: str = ""  # a pattern of how its line in the wrapper begins, if not with the name of what is called


@dataclass
class BuiltKernel:
    """A kernel as the wrapper module had it compiled."""

    name: str
    source: str
    build: "Build | None"
    unit: str = ""
    artifact: str = ""  # of its file, if that could be read
    text: str = ""
    syntax: Syntax = CPP


@dataclass
class Build:
    """One run of the C++ compiler, as Inductor set it up."""

    command: str
    source: str  # the path of the .cpp
    target: str  # the path of the shared object
    cached: bool = False  # the shared object was there already


@dataclass
class InductorIr:
    """Inductor's IR at one moment: its artifact, and for each line the loop-body nodes and FX nodes behind it."""

    artifact: str
    body_lines: dict[Foreign, int]  # loop-body node: the line it is printed on
    node_lines: list[tuple[Node, int, str]]  # FX node, line, kind of edge
    operations: dict[str, int]  # op3: the line that begins it
    losses: dict[str, int]

    def line_of(self, step: Foreign) -> int | None:
        """The line that a step is printed on, or the step that it was made from."""
        while step is not None:
            line = self.body_lines.get(step)
            if line is not None:
                return line
            step = step.meta.get(MADE_FROM)
        return None


@dataclass
class Graph:
    """A graph on its way through Inductor."""

    unit: str
    compile: CompileId
    direction: str
    number: int | None = None  # AOTAutograd's own, once known
    texts: dict[str, Printed] = field(default_factory=dict)
    ir: dict[str, InductorIr] = field(default_factory=dict)
    kernels: dict[str, KernelText] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)
    built: dict[str, BuiltKernel] = field(default_factory=dict)
    wrapper: Printed | None = None
    provenance: dict[str, list[str]] = field(default_factory=dict)  # Dynamo node: post-grad nodes
    replaced: dict[str, tuple[str, ...]] = field(default_factory=dict)  # a new node: those whose place it took
    cached: bool = False
    finished: bool = False

    def finish(self) -> None:
        """Let go of what is written down: a process may compile thousands of graphs."""
        self.finished = True
        for held in (self.texts, self.ir, self.kernels, self.calls, self.built, self.provenance, self.replaced):
            held.clear()
        self.wrapper = None


@dataclass
class Compilation:
    """A compilation of a Python frame."""

    which: CompileId
    unit: str
    function: FrameFacts
    is_done: bool = False
    is_filed: bool = False  # its path is known, and so is what nobody can see there
    gpu: "OwnGpu | None" = None  # of this machine, on which its tensors lie
    below: Callable[[str], str] | None = None  # a sentence on what lies below a call into ATen there, by its name
    texts: dict[str, Printed] = field(default_factory=dict)
    graphs: list[Graph] = field(default_factory=list)
    replaced: dict[str, tuple[str, ...]] = field(default_factory=dict)  # in the joint graph
