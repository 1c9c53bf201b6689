"""The texts that PyTorch's structured trace hands over, and what each of them is."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

HANDED_OVER = "Handed over by PyTorch's structured trace"

_FILE = re.compile(r"^\s*# File: (.+?):\d+ in ", re.MULTILINE)


@dataclass(frozen=True)
class Told:
    """A text of the structured trace, as the bundle names it."""

    name: str
    kind: str
    stage: str
    title: str
    direction: str | None = None  # None: that of the graph under compilation
    how: str | None = None

    def files_named(self, text: str) -> Iterator[str]:
        """The Python files that the comments of a printed graph name, each once."""
        if self.kind in ("fx-graph", "aten-graph"):
            yield from dict.fromkeys(_FILE.findall(text))


FRAME_RECORDS = {
    "dynamo_output_graph": Told("dynamo-graph", "fx-graph", "dynamo", "FX graph that Dynamo took from the bytecode"),
    "dynamo_cpp_guards_str": Told("guards", "guards", "dynamo", "Guards: what must hold for this code to be used"),
    "before_pre_grad_graph": Told("before-pre-grad", "fx-graph", "inductor", "Graph before Inductor's pre-grad passes"),
    "after_pre_grad_graph": Told("pre-grad", "fx-graph", "inductor", "Graph after Inductor's pre-grad passes"),
    "aot_joint_graph": Told("joint", "aten-graph", "aotautograd", "Joint graph: forward and backward in one"),
}

GRAPH_RECORDS = {
    "aot_forward_graph": Told("aten", "aten-graph", "aotautograd", "Forward graph of ATen operators", "forward"),
    "aot_inference_graph": Told("aten", "aten-graph", "aotautograd", "Graph of ATen operators", "forward"),
    "aot_backward_graph": Told("aten", "aten-graph", "aotautograd", "Backward graph of ATen operators", "backward"),
    "before_post_grad_graph": Told(
        "before-post-grad", "aten-graph", "inductor", "Graph before Inductor's post-grad passes"
    ),
    "inductor_post_grad_graph": Told("post-grad", "aten-graph", "inductor", "Graph after Inductor's post-grad passes"),
    "inductor_output_code": Told(
        "wrapper", "inductor-wrapper", "inductor", "Wrapper: the Python code that Inductor wrote"
    ),
}
