"""Functions that a program gives to `flex_attention`: below Dynamo's graph PyTorch keeps no line of theirs."""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from chipward.capture.tracers.torch.compile.foreign import Foreign
from chipward.capture.tracers.torch.compile.graphs_within import graphs_within
from chipward.capture.tracers.torch.compile.inlined_calls import frames_of
from chipward.capture.tracers.torch.compile.places import place_at
from chipward.capture.tracers.torch.owners import Owner, owner_of_file

if TYPE_CHECKING:
    from chipward.bundle.journal import Journal

KIND = "lines-lost"
_NODE = "flex_attention"
_GIVEN: Mapping[str, str] = {"score_mod": "score_mod", "mask_fn": "mask_mod"}  # what Dynamo calls them, what you do
_NUMBERED = re.compile(r"_\d+$")


def tell(journal: "Journal", unit: str, graph: Foreign) -> None:
    """Tell of each such function of the program at its first line that computes something."""
    for name, nodes in _given(graph):
        stacks = [stack for node in nodes if (stack := frames_of(node))]
        own = [stack[-1] for stack in stacks if owner_of_file(stack[-1][0]) is Owner.PROGRAM]  # PyTorch has some too
        if own and (place := place_at(journal, *own[0])):
            journal.finding(
                KIND,
                f"PyTorch traces the {name} of flex_attention again below Dynamo's graph, and names the call of "
                "flex_attention for all that it computes. Its lines lead to Dynamo's graph and no further: what they "
                "compute is in the kernel that the call leads to.",
                unit=unit,
                place=place,
            )


def _given(graph: Foreign) -> Iterator[tuple[str, Foreign]]:
    for _, module in graphs_within(graph):
        for node in module.graph.nodes:
            if node.op == "call_function" and getattr(node.target, "__name__", "") == _NODE:
                for held in node.all_input_nodes:
                    name = _GIVEN.get(_NUMBERED.sub("", str(held.target))) if held.op == "get_attr" else None
                    if name:
                        yield name, getattr(module, held.target).graph.nodes
